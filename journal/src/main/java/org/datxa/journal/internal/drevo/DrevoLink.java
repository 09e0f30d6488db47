package org.datxa.journal.internal.drevo;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.datxa.journal.DrevoJournalConfig;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.internal.lane.Deadline;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Logging;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.async.AsyncSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal's own connections. The client cannot break a single connection that gives no answer,
 * so a whole pool is left behind then, and the next call makes a new one.
 */
final class DrevoLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DrevoLink.class);
  private static final Duration STALE = Duration.ofSeconds(5);
  private static final int EVENT_LOOPS = 2;

  private final DrevoJournalConfig config;
  private final DrevoAddress address;

  // guarded by this
  private Driver driver;
  private boolean closed;

  DrevoLink(DrevoJournalConfig config) {
    this.config = config;
    this.address = DrevoAddress.parse(config.url());
  }

  DrevoJournalConfig config() {
    return config;
  }

  String location() {
    return "drevo://" + address.graph() + ' ' + Cypher.LABEL;
  }

  /** A conversation that nothing was said in, or a refusal. */
  Conversation open(String what) throws JournalRefused {
    Driver current = driver(what);
    Deadline deadline = Deadline.in(config.limits().acquire().plus(config.limits().answer()));
    return new Conversation(this, current, session(current, what), deadline);
  }

  private AsyncSession session(Driver current, String what) throws JournalRefused {
    try {
      return current.session(AsyncSession.class, SessionConfig.forDatabase(address.database()));
    } catch (RuntimeException e) {
      throw new JournalRefused(
          "No connection to the journal at " + location() + ": " + what + ": " + e.getMessage(), e);
    }
  }

  private synchronized Driver driver(String what) throws JournalRefused {
    if (closed) {
      throw new JournalRefused("The journal at " + location() + " is closed: " + what, null);
    }
    if (driver == null) {
      driver = GraphDatabase.driver(address.server(), credentials(), settings());
    }
    return driver;
  }

  private AuthToken credentials() {
    return config.user().isEmpty()
        ? AuthTokens.none()
        : AuthTokens.basic(config.user(), config.password());
  }

  private Config settings() {
    DrevoJournalConfig.Limits limits = config.limits();
    return Config.builder()
        .withConnectionTimeout(limits.connect().toMillis(), TimeUnit.MILLISECONDS)
        .withConnectionAcquisitionTimeout(limits.acquire().toMillis(), TimeUnit.MILLISECONDS)
        .withMaxConnectionPoolSize(config.poolSize())
        .withConnectionLivenessCheckTimeout(STALE.toMillis(), TimeUnit.MILLISECONDS)
        .withMaxTransactionRetryTime(0, TimeUnit.MILLISECONDS)
        .withFetchSize(-1) // one open result per connection is all that drevo has
        .withEventLoopThreads(EVENT_LOOPS)
        .withTelemetryDisabled(true)
        .withUserAgent("datxa-journal")
        .withLogging(Logging.slf4j())
        .build();
  }

  /** Leaves a pool behind in which a connection gives no answer. */
  synchronized void leave(Driver silent) {
    if (driver == silent) {
      driver = null;
      LOG.warn("The journal at {} gives no answer; its connections are made anew", location());
    }
    close(silent);
  }

  private static void close(Driver old) {
    old.closeAsync()
        .whenComplete(
            (nothing, failure) -> {
              if (failure != null) {
                LOG.debug("Connections to the journal could not be closed", failure);
              }
            });
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (driver != null) {
      close(driver);
      driver = null;
    }
  }
}
