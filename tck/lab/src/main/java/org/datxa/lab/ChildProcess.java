package org.datxa.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A process that ends with this JVM; its standard input is a pipe that stays open until then. */
final class ChildProcess implements AutoCloseable {

  private static final Duration EXIT_WAIT = Duration.ofSeconds(20);
  private static final int TAIL = 40;
  private static final int LAST_MOMENT_MILLIS = 500;

  private final String name;
  private final Process process;
  private final OutputLines output;

  private ChildProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    this.output = OutputLines.of(process.getInputStream(), name);
  }

  static ChildProcess start(String name, ProcessBuilder builder) {
    Watchdog watchdog = Watchdog.instance();
    try {
      Process process = builder.redirectErrorStream(true).start();
      watchdog.watch(process);
      return new ChildProcess(name, process);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be started", e);
    }
  }

  /** Runs a program to its end and answers its output. */
  static String run(String name, ProcessBuilder builder, Duration limit) {
    try (ChildProcess child = start(name, builder)) {
      int status = child.awaitExit(limit);
      if (status != 0) {
        throw new LabException(name + " ended with " + status + ":\n" + child.output.tail(TAIL));
      }
      return child.output.tail(TAIL);
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  List<String> lines() {
    return output.all();
  }

  String awaitLine(Pattern pattern, Duration limit) {
    try {
      Optional<String> line = output.await(pattern, Deadline.after(limit));
      if (line.isEmpty()) {
        throw new LabException(missing(pattern));
      }
      return line.get();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  // The output of a process ends a moment before the process does.
  private String missing(Pattern pattern) throws InterruptedException {
    boolean ended = process.waitFor(LAST_MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    String state = ended ? "ended with " + process.exitValue() : "is running";
    return name + " " + state + " and has not written " + pattern + ":\n" + output.tail(TAIL);
  }

  int awaitExit(Duration limit) {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new LabException(name + " still runs after " + limit + ":\n" + output.tail(TAIL));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  synchronized void send(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new LabException(name + " does not read any more", e);
    }
  }

  void kill9() {
    process.destroyForcibly();
    awaitExit(EXIT_WAIT);
  }

  void pause() {
    signal("STOP");
  }

  void resume() {
    signal("CONT");
  }

  void signal(String signal) {
    ProcessBuilder kill =
        new ProcessBuilder("sh", "-c", "kill -" + signal + " \"$1\"", "sh", Long.toString(pid()));
    try {
      if (kill.start().waitFor() != 0 && process.isAlive()) {
        throw new LabException(name + " cannot be signalled " + signal);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      kill9();
    }
  }

  private static LabException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new LabException("Interrupted while waiting for a process", e);
  }
}
