package org.datxa.lab;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.datxa.lab.drevo.DrevoSettings;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.graph.Behaviour;
import org.datxa.lab.drevo.graph.Databases;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.datxa.lab.drevo.graph.PreparedInfo;

/**
 * A drevo server. It is the one whose Bolt address {@code DATXA_LAB_DREVO} names; else the lab's
 * stand-in, with a switch for faults and a log of messages.
 *
 * <p>Faults match these texts: {@code HELLO}, {@code BEGIN db=…}, {@code RUN db=… tx=0|1 <cypher>
 * <parameters>}, {@code PULL n=…}, {@code COMMIT db=…}, {@code ROLLBACK db=…}, {@code RESET},
 * {@code GOODBYE}, and for the disk {@code LOG db=… commit}, {@code … write}, {@code … prepare
 * <gid>}, {@code … commitPrepared <gid>}, {@code … rollbackPrepared <gid>}, {@code …
 * heuristicRollback <gid>}; an error there is a failed write of the log.
 */
public final class LabDrevo implements AutoCloseable {

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final DrevoHost server;
  private final DrevoControl control;
  private Behaviour behaviour;

  private LabDrevo(DrevoHost server, Behaviour behaviour) {
    this.server = server;
    this.control = new DrevoControl(server);
    this.behaviour = behaviour;
  }

  /**
   * Starts a server with the default settings.
   *
   * @return the server, ready for clients
   */
  public static LabDrevo start() {
    return builder().start();
  }

  /**
   * Describes a server.
   *
   * @return a builder with the default settings
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The address of Bolt.
   *
   * @return the address; it survives a restart
   */
  public String boltUri() {
    return "bolt://" + server.host() + ":" + server.boltPort();
  }

  /**
   * Where Bolt is.
   *
   * @return the host
   */
  public String host() {
    return server.host();
  }

  /**
   * Where Bolt is.
   *
   * @return the port
   */
  public int port() {
    return server.boltPort();
  }

  /**
   * The address of HTTP, which serves the default database.
   *
   * @return the address, without a path; it survives a restart
   */
  public String httpUrl() {
    return server.httpUrl();
  }

  /**
   * The user.
   *
   * @return the user name, empty when everybody may connect
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
   * The database that is always there.
   *
   * @return its name
   */
  public String database() {
    return Databases.DEFAULT;
  }

  /**
   * Creates a database.
   *
   * @param name the name: letters, digits, _ and -, at most 63
   */
  public void createDatabase(String name) {
    try {
      query(database(), "CREATE DATABASE " + name, Map.of());
    } catch (DrevoFailure e) {
      throw new LabException("This drevo server does not create the database " + name, e);
    }
  }

  /**
   * Creates a database with a name that nobody else uses.
   *
   * @param prefix how the name begins
   * @return the name
   */
  public String newDatabase(String prefix) {
    String name = prefix + "_" + ProcessHandle.current().pid() + "_" + NAMES.incrementAndGet();
    createDatabase(name);
    return name;
  }

  /**
   * Runs one statement outside a transaction, on a connection of its own.
   *
   * @param database the database
   * @param cypher the statement
   * @param parameters its parameters
   * @return the rows by column
   * @throws DrevoFailure when the server refuses it
   */
  public List<Map<String, Object>> query(
      String database, String cypher, Map<String, Object> parameters) {
    try (BoltClient client = BoltClient.connect(host(), port()).login(user(), password())) {
      return client.run(database, cypher, parameters);
    } catch (IOException e) {
      throw new LabException("No answer from " + boltUri() + ": " + e, e);
    }
  }

  /**
   * What is prepared and not resolved.
   *
   * @param database the database
   * @return one or none
   */
  public List<PreparedInfo> prepared(String database) {
    return query(database, "CALL drevo.tx.listPrepared()", Map.of()).stream()
        .map(
            row ->
                new PreparedInfo(
                    (String) row.get("gid"),
                    Instant.parse((String) row.get("preparedAt")),
                    ((Long) row.get("opCount")).intValue()))
        .toList();
  }

  /**
   * Whether this server is the lab's own, with the fault switch and the log.
   *
   * @return false for a server of the user's
   */
  public boolean hasFaultSwitch() {
    return server.isOurs();
  }

  /**
   * Arms a fault. The first armed fault that matches a message happens.
   *
   * @param fault the fault
   * @return its number
   */
  public int fault(LabFault fault) {
    return control.arm(fault);
  }

  /**
   * How often a fault has happened.
   *
   * @param number what {@link #fault} has answered
   * @return the number of times
   */
  public int faultHits(int number) {
    return control.hits(number);
  }

  /** Disarms all faults; connections that hang are dropped. */
  public void clearFaults() {
    control.clear();
  }

  /**
   * The messages received since the log was cleared or the server started.
   *
   * @return the messages, oldest first, at most the last 20,000
   */
  public List<LabMessage> log() {
    return control.log();
  }

  /** Empties the log. */
  public void clearLog() {
    control.clearLog();
  }

  /**
   * Changes what is only weakly known of drevo.
   *
   * @param other the behaviour, which survives a restart
   */
  public synchronized void behave(Behaviour other) {
    control.behave(other);
    behaviour = other;
  }

  /**
   * With or without the defect of RESET after a prepare, with it unless told otherwise.
   *
   * @param on whether the next COMMIT on such a connection does nothing
   */
  public synchronized void defect(boolean on) {
    behave(behaviour.flagSurvivesReset(on));
  }

  /**
   * The age at which the next tick rolls a prepared transaction back.
   *
   * @param timeout the age, zero for never
   */
  public synchronized void preparedTimeout(Duration timeout) {
    behave(behaviour.preparedTimeout(timeout));
  }

  /** Does the periodic work now. */
  public void tick() {
    control.tick();
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
   * Starts the server again on the same data and the same ports, after a kill or in place of the
   * running one, and returns when it is ready. Armed faults and the log are gone.
   */
  public synchronized void restart() {
    server.restart(behaviour);
  }

  /** Ends the server and removes its data, unless it is a server of the user's. */
  @Override
  public void close() {
    server.close();
  }

  /** Describes a server. A server of the user's ignores it. */
  public static final class Builder {

    private String user = "";
    private String password = "";
    private Behaviour behaviour = Behaviour.asObserved();
    private boolean tickByHand;
    private boolean embedded;
    private Clock clock = Clock.systemUTC();

    private Builder() {}

    /**
     * Lets in one user only.
     *
     * @param name the user
     * @param secret the password
     * @return this builder
     */
    public Builder authentication(String name, String secret) {
      user = name;
      password = secret;
      return this;
    }

    /**
     * Sets how it behaves.
     *
     * @param other the behaviour
     * @return this builder
     */
    public Builder behaviour(Behaviour other) {
      behaviour = other;
      return this;
    }

    /**
     * Does the periodic work only when {@link LabDrevo#tick} asks for it, not every ten seconds.
     *
     * @return this builder
     */
    public Builder tickByHand() {
      tickByHand = true;
      return this;
    }

    /**
     * Runs the server in this JVM, where it cannot be paused.
     *
     * @param ages what tells the age of a prepared transaction
     * @return this builder
     */
    public Builder embedded(Clock ages) {
      embedded = true;
      clock = ages;
      return this;
    }

    /**
     * Starts the server.
     *
     * @return the server, ready for clients
     */
    public LabDrevo start() {
      return new LabDrevo(
          LabSettings.text("datxa.lab.drevo", "DATXA_LAB_DREVO")
              .<DrevoHost>map(GivenDrevo::new)
              .orElseGet(this::ownServer),
          behaviour);
    }

    private DrevoHost ownServer() {
      DrevoSettings settings =
          new DrevoSettings(
              LabFolders.temporary("drevo"), 0, 0, user, password, behaviour, tickByHand);
      return embedded ? new EmbeddedDrevo(settings, clock) : new ProcessDrevo(settings);
    }
  }
}
