package org.datxa.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/** The engine in a Node process of ours. */
final class EmbeddedClickHouse implements ClickHouseServer {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Pattern READY = Pattern.compile("^\\{\"port\":");
  private static final String THREADS = "24";

  private final Path program = ClickHouseInstall.folder().resolve("server.mjs");
  private final Path folder = LabFolders.temporary("clickhouse");
  private int port;
  private ChildProcess server;

  EmbeddedClickHouse() {
    start();
  }

  static boolean isPossible() {
    return Programs.isOnPath("node") && Programs.isOnPath("npm");
  }

  private void start() {
    ProcessBuilder builder =
        new ProcessBuilder("node", program.toString(), folder.toString(), Integer.toString(port));
    // the engine's blocking calls run on this pool, whose size is read once at the start
    builder.environment().put("UV_THREADPOOL_SIZE", THREADS);
    ChildProcess started = ChildProcess.start("clickhouse", builder);
    try {
      port = port(started.awaitLine(READY, LIMIT));
    } catch (LabException e) {
      started.close();
      throw e;
    }
    server = started;
  }

  private static int port(String line) {
    try {
      return new ObjectMapper().readTree(line).path("port").asInt();
    } catch (JsonProcessingException e) {
      throw new LabException("Not the first line of the server: " + line, e);
    }
  }

  @Override
  public String url() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public String user() {
    return "default";
  }

  @Override
  public String password() {
    return "";
  }

  @Override
  public boolean isOurs() {
    return true;
  }

  @Override
  public synchronized void kill() {
    server.kill9();
  }

  @Override
  public synchronized void pause() {
    server.pause();
  }

  @Override
  public synchronized void resume() {
    server.resume();
  }

  @Override
  public synchronized void restart() {
    server.kill9();
    start();
  }

  @Override
  public synchronized void close() {
    server.kill9();
    LabFolders.delete(folder);
  }
}
