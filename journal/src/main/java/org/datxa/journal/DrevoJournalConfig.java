package org.datxa.journal;

import java.time.Duration;
import java.util.Objects;
import org.datxa.journal.internal.drevo.DrevoAddress;

/**
 * Where a journal in a drevo graph is and how it is reached. The graph is the journal's alone:
 * every other writer in it makes the journal's writes collide, and a transaction that somebody
 * prepares there stops them all. Needs {@code org.neo4j.driver:neo4j-java-driver} on the class
 * path.
 *
 * @param url {@code bolt://host[:port][?database=name]}, without credentials; {@code bolt+s} and
 *     {@code bolt+ssc} where a proxy ends TLS
 * @param user the user, or empty for none
 * @param password the password, or empty
 * @param poolSize how many connections at most
 * @param limits how long things may take
 */
public record DrevoJournalConfig(
    String url, String user, String password, int poolSize, Limits limits) {

  /**
   * How long things may take.
   *
   * @param connect making a connection
   * @param acquire waiting for a free connection
   * @param answer waiting for the answers to a read, to the statements before a commit, and to the
   *     commit; an expired wait for a commit means unknown
   * @param conflict how long a write that lost against others is tried again
   */
  public record Limits(Duration connect, Duration acquire, Duration answer, Duration conflict) {
    /** Five seconds to connect and to acquire, 30 for an answer, ten for conflicts. */
    public static final Limits DEFAULT =
        new Limits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));

    /** Refuses what is without bound. */
    public Limits {
      if (connect.toMillis() < 1 || acquire.toMillis() < 1 || answer.toMillis() < 1) {
        throw new IllegalArgumentException(
            "connect, acquire and answer are at least one millisecond");
      }
      if (conflict.isNegative()) {
        throw new IllegalArgumentException("conflict is not negative");
      }
    }
  }

  /** Checks the address and the sizes. */
  public DrevoJournalConfig {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    Objects.requireNonNull(limits, "limits");
    DrevoAddress.parse(url);
    if (poolSize < 1) {
      throw new IllegalArgumentException("poolSize is at least 1");
    }
  }

  /**
   * A journal with the default limits and ten connections.
   *
   * @param url {@code bolt://host[:port][?database=name]}
   * @param user the user, or empty for none
   * @param password the password, or empty
   * @return the configuration
   */
  public static DrevoJournalConfig of(String url, String user, String password) {
    return new DrevoJournalConfig(url, user, password, 10, Limits.DEFAULT);
  }

  /**
   * The same with another number of connections.
   *
   * @param size how many at most
   * @return the new configuration
   */
  public DrevoJournalConfig withPoolSize(int size) {
    return new DrevoJournalConfig(url, user, password, size, limits);
  }

  /**
   * The same with other limits.
   *
   * @param other the limits
   * @return the new configuration
   */
  public DrevoJournalConfig withLimits(Limits other) {
    return new DrevoJournalConfig(url, user, password, poolSize, other);
  }

  /**
   * The graph in one spelling: equal ones are the same graph. Different ones may be the same too,
   * by way of another name of the host; {@link Journal#check()} finds that out.
   *
   * @return host, port and database
   */
  public String graph() {
    return DrevoAddress.parse(url).graph();
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "DrevoJournalConfig[" + graph() + " as '" + user + "', " + limits + ']';
  }
}
