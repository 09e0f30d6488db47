package org.datxa.journal;

import java.time.Duration;
import java.util.Objects;
import org.datxa.journal.internal.sql.Identifier;

/**
 * Where a journal in PostgreSQL is and how it is reached. Behind a pooler that hands out sessions
 * by the transaction, add {@code prepareThreshold=0} to the URL; nothing else needs a session.
 *
 * @param url {@code jdbc:postgresql://…}, without credentials
 * @param user the role that reads and writes the journal
 * @param password its password, or empty
 * @param schema the schema of the tables; made at start-up if it is missing
 * @param table the table of records
 * @param poolSize how many connections at most
 * @param groupCommit whether concurrent writes share one commit
 * @param limits how long things may take
 */
public record PostgresJournalConfig(
    String url,
    String user,
    String password,
    String schema,
    String table,
    int poolSize,
    boolean groupCommit,
    Limits limits) {

  /**
   * How long things may take. A deciding write has no other limit than the answer's. J7.
   *
   * @param connect making a connection
   * @param acquire waiting for a free connection
   * @param answer waiting for the next byte of an answer; then the outcome is unknown
   * @param lock how long a tombstone waits for a session that may still commit; shorter than the
   *     answer's limit
   */
  public record Limits(Duration connect, Duration acquire, Duration answer, Duration lock) {
    /** Five seconds to connect and to acquire, 30 for an answer, ten for a lock. */
    public static final Limits DEFAULT =
        new Limits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));

    /** Refuses what is without bound. */
    public Limits {
      if (connect.toSeconds() < 1 || acquire.toMillis() < 1 || answer.toSeconds() < 1) {
        throw new IllegalArgumentException(
            "connect and answer are at least one second, acquire at least one millisecond");
      }
      if (lock.toMillis() < 1 || lock.compareTo(answer) >= 0) {
        throw new IllegalArgumentException("lock lies between 1 ms and the limit of an answer");
      }
    }
  }

  /** Checks names and sizes. */
  public PostgresJournalConfig {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    Objects.requireNonNull(limits, "limits");
    if (!url.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException("The journal's URL does not begin with jdbc:postgresql:");
    }
    schema = new Identifier(schema).name();
    table = new Identifier(table).name();
    if (poolSize < 1) {
      throw new IllegalArgumentException("poolSize is at least 1");
    }
  }

  /**
   * A journal in {@code datxa.dat_journal} with the default limits, ten connections and group
   * commit.
   *
   * @param url {@code jdbc:postgresql://…}
   * @param user the role
   * @param password its password, or empty
   * @return the configuration
   */
  public static PostgresJournalConfig of(String url, String user, String password) {
    return new PostgresJournalConfig(
        url, user, password, "datxa", "dat_journal", 10, true, Limits.DEFAULT);
  }

  /**
   * The same with another place.
   *
   * @param otherSchema the schema
   * @param otherTable the table
   * @return the new configuration
   */
  public PostgresJournalConfig at(String otherSchema, String otherTable) {
    return new PostgresJournalConfig(
        url, user, password, otherSchema, otherTable, poolSize, groupCommit, limits);
  }

  /**
   * The same with another number of connections.
   *
   * @param size how many at most
   * @return the new configuration
   */
  public PostgresJournalConfig withPoolSize(int size) {
    return new PostgresJournalConfig(url, user, password, schema, table, size, groupCommit, limits);
  }

  /**
   * The same with or without group commit.
   *
   * @param on whether concurrent writes share one commit
   * @return the new configuration
   */
  public PostgresJournalConfig withGroupCommit(boolean on) {
    return new PostgresJournalConfig(url, user, password, schema, table, poolSize, on, limits);
  }

  /**
   * The same with other limits.
   *
   * @param other the limits
   * @return the new configuration
   */
  public PostgresJournalConfig withLimits(Limits other) {
    return new PostgresJournalConfig(
        url, user, password, schema, table, poolSize, groupCommit, other);
  }

  /** Without URL and password: a URL may carry secrets. */
  @Override
  public String toString() {
    return "PostgresJournalConfig[" + schema + '.' + table + " as " + user + ", " + limits + ']';
  }
}
