package org.datxa.lab;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A PostgreSQL server with prepared transactions. It is the one that {@code DATXA_LAB_POSTGRES}
 * names; else a container, when {@code DATXA_LAB_DOCKER=true} or when this system has no embedded
 * server; else a process of its own, which ends with this JVM. Other processes reach it by its
 * address.
 */
public final class LabPostgres implements AutoCloseable {

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final PostgresServer server;

  private LabPostgres(PostgresServer server) {
    this.server = server;
  }

  /**
   * Starts a server with the default settings.
   *
   * @return the server, ready for connections
   */
  public static LabPostgres start() {
    return builder().start();
  }

  /**
   * Describes a server.
   *
   * @return a builder with the default settings: 200 connections, 100 prepared transactions, and
   *     every write to disk as durable as in production
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The JDBC address of a database. It names the user, so that no other credentials are needed.
   *
   * @param database the database
   * @return the address
   */
  public String jdbcUrl(String database) {
    return server.base() + "/" + database + server.parameters();
  }

  /**
   * The host of the server.
   *
   * @return a name or an IP address
   */
  public String host() {
    String address = address();
    return address.substring(0, address.lastIndexOf(':'));
  }

  /**
   * The port of the server.
   *
   * @return the TCP port; it survives a restart
   */
  public int port() {
    String address = address();
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  private String address() {
    String address = server.base().substring("jdbc:postgresql://".length());
    return address.matches(".*:\\d+") ? address : address + ":5432";
  }

  /**
   * The superuser.
   *
   * @return the user name
   */
  public String user() {
    return server.user();
  }

  /**
   * The superuser's password.
   *
   * @return the password, empty when none is needed
   */
  public String password() {
    return server.password();
  }

  /**
   * Opens a connection with the plain driver.
   *
   * @param database the database
   * @return the connection, in auto-commit mode
   * @throws SQLException when the server refuses
   */
  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(jdbcUrl(database), user(), password());
  }

  /**
   * Runs one statement.
   *
   * @param database the database
   * @param sql the statement
   */
  public void execute(String database, String sql) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new LabException("PostgreSQL refused: " + e.getMessage(), e);
    }
  }

  /**
   * Creates a database.
   *
   * @param name the name, a lower-case identifier that does not exist yet
   */
  public void createDatabase(String name) {
    execute("postgres", "CREATE DATABASE " + name);
  }

  /**
   * Creates a database with a name that nobody else uses.
   *
   * @param prefix how the name begins, a lower-case identifier
   * @return the name
   */
  public String newDatabase(String prefix) {
    String name = prefix + "_" + ProcessHandle.current().pid() + "_" + NAMES.incrementAndGet();
    createDatabase(name);
    return name;
  }

  /** Kills the server and all its processes at once, as a crash does. */
  public void kill() {
    server.kill();
  }

  /**
   * Starts the server again on the same data and the same port, after a kill or in place of the
   * running one, and returns when it accepts connections.
   */
  public void restart() {
    server.restart();
  }

  /** Ends the server and removes its data, unless it is a server of the user's. */
  @Override
  public void close() {
    server.close();
  }

  /** Describes a server that is to be started. */
  public static final class Builder {

    private final Map<String, String> settings = new LinkedHashMap<>();

    private Builder() {
      setting("max_prepared_transactions", "100");
      setting("max_connections", "200");
      setting("fsync", "on");
      setting("synchronous_commit", "on");
      setting("full_page_writes", "on");
      setting("timezone", "UTC");
    }

    /**
     * Sets a parameter of the server, as in {@code postgresql.conf}. A server of the user's keeps
     * its own.
     *
     * @param name the parameter
     * @param value its value
     * @return this builder
     */
    public Builder setting(String name, String value) {
      settings.put(name, value);
      return this;
    }

    /**
     * Starts the server.
     *
     * @return the server, ready for connections
     */
    public LabPostgres start() {
      return new LabPostgres(server());
    }

    private PostgresServer server() {
      return LabSettings.text("datxa.lab.postgres", "DATXA_LAB_POSTGRES")
          .<PostgresServer>map(GivenPostgres::new)
          .orElseGet(this::ownServer);
    }

    private PostgresServer ownServer() {
      return Containers.areWanted(EmbeddedPostgres.isPossible())
          ? new ContainerPostgres(Map.copyOf(settings))
          : new EmbeddedPostgres(Map.copyOf(settings));
    }
  }
}
