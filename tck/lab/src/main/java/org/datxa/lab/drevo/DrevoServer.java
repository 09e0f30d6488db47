package org.datxa.lab.drevo;

import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.datxa.lab.drevo.bolt.BoltServer;
import org.datxa.lab.drevo.bolt.Credentials;
import org.datxa.lab.drevo.bolt.Engine;
import org.datxa.lab.drevo.bolt.MessageLog;
import org.datxa.lab.drevo.cypher.Cypher;
import org.datxa.lab.drevo.graph.Behaviour;
import org.datxa.lab.drevo.graph.Databases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running server: Bolt, HTTP, the databases and the periodic work. */
public final class DrevoServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DrevoServer.class);
  private static final int TICK_SECONDS = 10;

  private final FaultSwitch faults;
  private final MessageLog log = new MessageLog();
  private final Databases databases;
  private final BoltServer bolt;
  private final HttpFront http;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(DrevoServer::daemon);
  private volatile Behaviour behaviour;

  private DrevoServer(DrevoSettings settings, Clock clock, Runnable killer) throws IOException {
    behaviour = settings.behaviour();
    faults = new FaultSwitch(killer);
    databases = Databases.open(settings.folder(), clock, this::behaviour, faults);
    Engine engine = new Engine(databases, this::behaviour, Cypher::parse);
    Credentials credentials = Credentials.of(settings.user(), settings.password());
    bolt = BoltServer.start(settings.boltPort(), engine, credentials, faults, log);
    http = HttpFront.start(settings.httpPort(), this, engine);
    if (!settings.tickByHand()) {
      ScheduledFuture<?> unused =
          ticker.scheduleWithFixedDelay(
              this::tickSafely, TICK_SECONDS, TICK_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "drevo-tick");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts a server in this JVM.
   *
   * @param settings how
   * @param clock what tells the age of a prepared transaction
   * @param killer what ends the server at once
   * @return the server, ready for clients
   * @throws IOException when its data cannot be opened or a port is taken
   */
  public static DrevoServer start(DrevoSettings settings, Clock clock, Runnable killer)
      throws IOException {
    return new DrevoServer(settings, clock, killer);
  }

  /**
   * Where Bolt is.
   *
   * @return the port
   */
  public int boltPort() {
    return bolt.port();
  }

  /**
   * Where HTTP is.
   *
   * @return the port
   */
  public int httpPort() {
    return http.port();
  }

  FaultSwitch faults() {
    return faults;
  }

  MessageLog log() {
    return log;
  }

  Behaviour behaviour() {
    return behaviour;
  }

  void behave(Behaviour other) {
    behaviour = other;
  }

  /** The periodic work: prepared transactions that are too old are rolled back. */
  void tick() {
    databases.tick();
  }

  private void tickSafely() {
    try {
      tick();
    } catch (RuntimeException e) {
      LOG.error("A prepared transaction could not be rolled back; the next tick tries again", e);
    }
  }

  /** Ends the server; what clients were told is on the disk already. */
  @Override
  public void close() throws IOException {
    ticker.shutdownNow();
    try (databases;
        http;
        bolt) {
      faults.clear();
    }
  }
}
