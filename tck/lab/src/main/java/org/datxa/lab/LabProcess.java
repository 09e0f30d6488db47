package org.datxa.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A Java program in a JVM of its own, with the class path of this one. It ends with this JVM,
 * however that ends.
 */
public final class LabProcess implements AutoCloseable {

  private final ChildProcess child;

  private LabProcess(ChildProcess child) {
    this.child = child;
  }

  /**
   * Starts a program.
   *
   * @param main the class with the main method
   * @param arguments its arguments
   * @return the started process
   */
  public static LabProcess start(Class<?> main, String... arguments) {
    return builder(main).arguments(arguments).start();
  }

  /**
   * Describes a program that is to be started.
   *
   * @param main the class with the main method
   * @return a builder without arguments
   */
  public static Builder builder(Class<?> main) {
    return new Builder(main);
  }

  /**
   * The identifier of the process.
   *
   * @return the pid
   */
  public long pid() {
    return child.pid();
  }

  /**
   * Whether the process runs.
   *
   * @return false when it has ended
   */
  public boolean isAlive() {
    return child.isAlive();
  }

  /**
   * What it has written so far to its standard output and its standard error.
   *
   * @return the lines, oldest first, at most the first 100,000
   */
  public List<String> lines() {
    return child.lines();
  }

  /**
   * Waits for a line, which may have been written already.
   *
   * @param regex a regular expression that is searched in each line
   * @param limit how long to wait
   * @return the first line that matches
   * @throws LabException when the time is over or the process has ended without such a line
   */
  public String awaitLine(String regex, Duration limit) {
    return child.awaitLine(Pattern.compile(regex), limit);
  }

  /**
   * Waits for the end.
   *
   * @param limit how long to wait
   * @return the exit status
   * @throws LabException when the process still runs then
   */
  public int awaitExit(Duration limit) {
    return child.awaitExit(limit);
  }

  /**
   * Writes a line to the standard input of the process.
   *
   * @param line the line, without its end
   */
  public void send(String line) {
    child.send(line);
  }

  /** Kills the process at once (SIGKILL) and waits for its end. */
  public void kill9() {
    child.kill9();
  }

  /** Stops the process without ending it (SIGSTOP). */
  public void pause() {
    child.pause();
  }

  /** Lets a paused process go on (SIGCONT). */
  public void resume() {
    child.resume();
  }

  /** Kills the process when it still runs. */
  @Override
  public void close() {
    child.close();
  }

  /** Describes a program that is to be started. */
  public static final class Builder {

    private final Class<?> main;
    private final List<String> arguments = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();

    private Builder(Class<?> main) {
      this.main = main;
    }

    /**
     * Adds arguments of the program.
     *
     * @param values the arguments
     * @return this builder
     */
    public Builder arguments(String... values) {
      arguments.addAll(List.of(values));
      return this;
    }

    /**
     * Adds options of the JVM, such as {@code -Xmx256m}.
     *
     * @param values the options
     * @return this builder
     */
    public Builder jvmOptions(String... values) {
      options.addAll(List.of(values));
      return this;
    }

    /**
     * Sets a variable of the environment; the others are those of this JVM.
     *
     * @param name the variable
     * @param value its value
     * @return this builder
     */
    public Builder environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /**
     * Starts the program.
     *
     * @return the started process
     */
    public LabProcess start() {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(options);
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
      command.addAll(arguments);
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      return new LabProcess(ChildProcess.start(main.getSimpleName(), builder));
    }
  }
}
