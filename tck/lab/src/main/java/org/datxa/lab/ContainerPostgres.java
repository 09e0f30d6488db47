package org.datxa.lab;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;

/** A server in a container. */
final class ContainerPostgres implements PostgresServer {

  private static final int INNER_PORT = 5432;
  private static final String USER = "postgres";

  private final int port = FreePort.find();
  private final GenericContainer<?> container =
      new GenericContainer<>(
          LabSettings.text("datxa.lab.postgres.image", "DATXA_LAB_POSTGRES_IMAGE")
              .orElse("postgres:17"));

  ContainerPostgres(Map<String, String> settings) {
    List<String> command = new ArrayList<>(List.of("postgres"));
    settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    container.withEnv("POSTGRES_HOST_AUTH_METHOD", "trust");
    container.withCommand(command.toArray(new String[0]));
    Containers.bind(container, INNER_PORT, port);
    container.start();
    Containers.awaitReady("PostgreSQL", this::accepts);
  }

  private boolean accepts() {
    String url = base() + "/postgres" + parameters();
    try (Connection connection = DriverManager.getConnection(url)) {
      return !connection.isClosed();
    } catch (SQLException e) {
      return false;
    }
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

  @Override
  public void kill() {
    Containers.kill(container);
  }

  @Override
  public void restart() {
    Containers.kill(container);
    Containers.start(container);
    Containers.awaitReady("PostgreSQL", this::accepts);
  }

  @Override
  public void close() {
    container.stop();
  }
}
