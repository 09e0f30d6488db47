package org.datxa.lab;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A ClickHouse server. It is the one whose HTTP address {@code DATXA_LAB_CLICKHOUSE} names; else a
 * container, when {@code DATXA_LAB_DOCKER=true} or when this system lacks Node or npm; else the
 * real engine in a process of its own, behind an HTTP interface of the lab's with a switch for
 * faults and a log.
 */
public final class LabClickHouse implements AutoCloseable {

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final ClickHouseServer server;
  private final Http http = new Http();
  private final ClickHouseFaults faults;

  private LabClickHouse(ClickHouseServer server) {
    this.server = server;
    this.faults = new ClickHouseFaults(http, server);
  }

  /**
   * Starts a server.
   *
   * @return the server, ready for requests
   */
  public static LabClickHouse start() {
    return new LabClickHouse(
        LabSettings.text("datxa.lab.clickhouse", "DATXA_LAB_CLICKHOUSE")
            .<ClickHouseServer>map(GivenClickHouse::new)
            .orElseGet(LabClickHouse::ownServer));
  }

  private static ClickHouseServer ownServer() {
    return Containers.areWanted(EmbeddedClickHouse.isPossible())
        ? new ContainerClickHouse()
        : new EmbeddedClickHouse();
  }

  /**
   * The address of the HTTP interface.
   *
   * @return the address, without a path; it survives a restart
   */
  public String url() {
    return server.url();
  }

  /**
   * The JDBC address of a database.
   *
   * @param database the database
   * @return the address, without credentials
   */
  public String jdbcUrl(String database) {
    String address = server.url().replaceFirst("^http:", "");
    return "jdbc:clickhouse:" + address + "/" + database;
  }

  /**
   * The user.
   *
   * @return the user name
   */
  public String user() {
    return server.user();
  }

  /**
   * The user's password.
   *
   * @return the password, empty when none is needed
   */
  public String password() {
    return server.password();
  }

  /**
   * Runs one statement.
   *
   * @param sql the statement; names are looked up in the database {@code default}
   */
  public void execute(String sql) {
    query(sql);
  }

  /**
   * Runs one query.
   *
   * @param sql the query; names are looked up in the database {@code default}
   * @return the rows, in tab-separated columns unless the query names a format
   */
  public List<String> query(String sql) {
    String answer =
        http.send(
            "POST",
            server.url(),
            sql,
            "X-ClickHouse-User",
            server.user(),
            "X-ClickHouse-Key",
            server.password());
    return answer.lines().toList();
  }

  /**
   * Creates a database.
   *
   * @param name the name, an identifier that does not exist yet
   */
  public void createDatabase(String name) {
    execute("CREATE DATABASE " + name);
  }

  /**
   * Creates a database with a name that nobody else uses.
   *
   * @param prefix how the name begins, an identifier
   * @return the name
   */
  public String newDatabase(String prefix) {
    String name = prefix + "_" + ProcessHandle.current().pid() + "_" + NAMES.incrementAndGet();
    createDatabase(name);
    return name;
  }

  /**
   * Whether this server is the lab's own, with the fault switch and the log.
   *
   * @return false for a server of the user's and for a container
   */
  public boolean hasFaultSwitch() {
    return server.isOurs();
  }

  /**
   * Arms a fault. The first armed fault that matches a statement happens.
   *
   * @param fault the fault
   * @return its number
   */
  public int fault(LabFault fault) {
    return faults.arm(fault);
  }

  /**
   * How often a fault has happened.
   *
   * @param number what {@link #fault} has answered
   * @return the number of times, 0 also after the faults were cleared
   */
  public int faultHits(int number) {
    return faults.hits(number);
  }

  /** Disarms all faults. */
  public void clearFaults() {
    faults.clear();
  }

  /**
   * The statements received since the log was cleared or the server started.
   *
   * @return the statements, oldest first, at most the last 20,000
   */
  public List<LabStatement> log() {
    return faults.log();
  }

  /** Empties the log. */
  public void clearLog() {
    faults.clearLog();
  }

  /** Kills the server at once, as a crash does. */
  public void kill() {
    server.kill();
  }

  /** Stops the process without ending it; connections stay open and nothing is answered. */
  public void pause() {
    server.pause();
  }

  /** Lets a paused process go on. */
  public void resume() {
    server.resume();
  }

  /**
   * Starts the server again on the same data and the same port, after a kill or in place of the
   * running one, and returns when it answers. Armed faults and the log are gone.
   */
  public void restart() {
    server.restart();
  }

  /** Ends the server and removes its data, unless it is a server of the user's. */
  @Override
  public void close() {
    server.close();
  }
}
