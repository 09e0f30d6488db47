package org.datxa.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A server that is a process of ours. */
final class EmbeddedPostgres implements PostgresServer {

  private static final String USER = "postgres";
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern READY = Pattern.compile("database system is ready to accept");
  private static final int PORT_ATTEMPTS = 3;

  private final Path binaries = PostgresBinaries.folder();
  private final Path folder = LabFolders.temporary("postgresql");
  private final Path data = folder.resolve("data");
  private final Map<String, String> settings;
  private int port;
  private ChildProcess server;

  EmbeddedPostgres(Map<String, String> settings) {
    this.settings = settings;
    initialise();
    startOnFreePort();
  }

  static boolean isPossible() {
    String system = System.getProperty("os.name");
    boolean known = system.startsWith("Linux") || system.startsWith("Mac");
    return known && (!PostgresBinaries.isRoot() || Programs.isOnPath("unshare"));
  }

  private void initialise() {
    List<String> arguments =
        List.of("-A", "trust", "-U", USER, "-E", "UTF-8", "--no-locale", "--no-sync", "-D");
    List<String> all = new ArrayList<>(arguments);
    all.add(data.toString());
    ChildProcess.run("initdb", PostgresBinaries.command(binaries, "initdb", all), LIMIT);
  }

  private void startOnFreePort() {
    for (int attempt = 1; ; attempt++) {
      port = FreePort.find();
      try {
        start();
        return;
      } catch (LabException e) {
        if (attempt == PORT_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void start() {
    ProcessBuilder builder = PostgresBinaries.command(binaries, "postgres", arguments());
    ChildProcess started = ChildProcess.start("postgres", builder);
    try {
      started.awaitLine(READY, LIMIT);
    } catch (LabException e) {
      started.close();
      throw e;
    }
    server = started;
  }

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-D", data.toString(), "-p", Integer.toString(port)));
    arguments.addAll(List.of("-c", "listen_addresses=127.0.0.1"));
    arguments.addAll(List.of("-c", "unix_socket_directories="));
    settings.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
    return arguments;
  }

  @Override
  public String base() {
    return "jdbc:postgresql://127.0.0.1:" + port;
  }

  @Override
  public String parameters() {
    return "?user=" + USER;
  }

  @Override
  public String user() {
    return USER;
  }

  @Override
  public String password() {
    return "";
  }

  // Stopped first, so that it starts no child while its children are being counted.
  @Override
  public synchronized void kill() {
    if (!server.isAlive()) {
      return;
    }
    server.pause();
    List<ProcessHandle> children = server.handle().descendants().collect(Collectors.toList());
    server.kill9();
    children.forEach(ProcessHandle::destroyForcibly);
    boolean gone =
        Deadline.after(LIMIT).await(() -> children.stream().allMatch(Programs::hasEnded));
    if (!gone) {
      throw new LabException("Processes of the killed server are still there");
    }
  }

  @Override
  public synchronized void restart() {
    stop();
    try {
      Files.deleteIfExists(data.resolve("postmaster.pid"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start();
  }

  private void stop() {
    if (server.isAlive()) {
      server.signal("INT");
      server.awaitExit(LIMIT);
    }
  }

  @Override
  public synchronized void close() {
    kill();
    LabFolders.delete(folder);
  }
}
