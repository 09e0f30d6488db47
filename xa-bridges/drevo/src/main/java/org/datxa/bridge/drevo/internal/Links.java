package org.datxa.bridge.drevo.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Logging;

/** A pool of connections, each made when it is first needed and used by one borrower at a time. */
final class Links {
  private final DrevoSettings settings;
  private final Timing timing;
  private final Semaphore permits;
  private final Deque<Link> idle = new ArrayDeque<>();
  private final Set<Link> all = new HashSet<>();
  private boolean closed;

  Links(DrevoSettings settings, Timing timing, int most) {
    this.settings = settings;
    this.timing = timing;
    this.permits = new Semaphore(most, true);
  }

  /** A connection that nobody else uses, connected when it is a new one. */
  Link borrow() throws LinkException {
    if (!acquired()) {
      throw LinkException.lost(
          "No connection became free within " + settings.limits().acquire() + " ms", null);
    }
    Link link = null;
    boolean lent = false;
    try {
      link = take();
      if (link == null) {
        link = make();
        link.connect(settings.limits().connect());
      }
      lent = true;
      return link;
    } finally {
      if (!lent) {
        abandon(link);
      }
    }
  }

  private void abandon(Link link) {
    if (link != null) {
      link.destroy();
      giveBack(link);
    } else {
      permits.release();
    }
  }

  private boolean acquired() {
    return Patience.wait(
        timing,
        settings.limits().acquire(),
        nanos -> permits.tryAcquire(nanos, TimeUnit.NANOSECONDS));
  }

  private synchronized Link take() throws LinkException {
    if (closed) {
      throw LinkException.lost("The store is closed", new IllegalStateException("closed"));
    }
    return idle.poll();
  }

  private synchronized Link make() {
    Link link = new Link(driver(), settings, timing);
    all.add(link);
    return link;
  }

  private Driver driver() {
    return GraphDatabase.driver(settings.place().uri(), token(), config());
  }

  private AuthToken token() {
    return settings
        .user()
        .map(user -> AuthTokens.basic(user, settings.password().orElse("")))
        .orElseGet(AuthTokens::none);
  }

  /** Nothing is ever run again by the driver: its transaction functions are not used. */
  private Config config() {
    return Config.builder()
        .withMaxConnectionPoolSize(1)
        .withEventLoopThreads(1)
        .withConnectionTimeout(settings.limits().connect(), TimeUnit.MILLISECONDS)
        .withConnectionAcquisitionTimeout(settings.limits().answer(), TimeUnit.MILLISECONDS)
        .withTelemetryDisabled(true)
        .withLogging(Logging.slf4j())
        .build();
  }

  /** Takes a connection back; one that was destroyed leaves its place to a new one. */
  void giveBack(Link link) {
    boolean kept;
    synchronized (this) {
      kept = !closed && !link.isDestroyed() && !link.isOpen();
      if (kept) {
        idle.push(link);
      } else {
        all.remove(link);
      }
    }
    if (!kept) {
      link.destroy();
    }
    permits.release();
  }

  /** Closes all connections, borrowed ones too. */
  synchronized void close() {
    closed = true;
    all.forEach(Link::destroy);
    all.clear();
    idle.clear();
  }
}
