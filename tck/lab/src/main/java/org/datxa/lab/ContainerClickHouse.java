package org.datxa.lab;

import org.testcontainers.containers.GenericContainer;

/** A server in a container; it has no fault switch. */
final class ContainerClickHouse implements ClickHouseServer {

  private static final int INNER_PORT = 8123;

  private final Http http = new Http();
  private final int port = FreePort.find();
  private final GenericContainer<?> container =
      new GenericContainer<>(
          LabSettings.text("datxa.lab.clickhouse.image", "DATXA_LAB_CLICKHOUSE_IMAGE")
              .orElse("clickhouse/clickhouse-server:26.7"));

  ContainerClickHouse() {
    container.withEnv("CLICKHOUSE_SKIP_USER_SETUP", "1");
    Containers.bind(container, INNER_PORT, port);
    container.start();
    Containers.awaitReady("ClickHouse", this::answers);
  }

  private boolean answers() {
    try {
      return http.send("GET", url() + "/ping", "").startsWith("Ok");
    } catch (LabException e) {
      return false;
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
    return false;
  }

  @Override
  public void kill() {
    Containers.kill(container);
  }

  @Override
  public void pause() {
    Containers.pause(container);
  }

  @Override
  public void resume() {
    Containers.resume(container);
  }

  @Override
  public void restart() {
    Containers.kill(container);
    Containers.start(container);
    Containers.awaitReady("ClickHouse", this::answers);
  }

  @Override
  public void close() {
    container.stop();
  }
}
