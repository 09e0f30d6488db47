package org.datxa.journal.internal.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.internal.sql.TableNames;
import org.datxa.spi.Finding;

/** Makes the tables at start-up, or says in what they differ from what they should be. */
final class PostgresTables {
  private static final String TABLE = "rp";
  private static final String SEQUENCE = "Sp";

  private final PostgresPool pool;
  private final PostgresSql sql;
  private final TableNames names;
  private volatile UUID id;

  PostgresTables(PostgresPool pool, PostgresSql sql) {
    this.pool = pool;
    this.sql = sql;
    this.names = sql.names();
  }

  UUID id() {
    if (id == null) {
      throw new IllegalStateException("The journal was not checked yet");
    }
    return id;
  }

  List<Finding> check() {
    List<Finding> findings = looked();
    return findings.isEmpty() ? identified() : findings;
  }

  private List<Finding> looked() {
    try (Connection connection = pool.acquire("the check at start-up")) {
      return findings(connection);
    } catch (JournalRefused e) {
      return List.of(finding(e.getMessage(), "start the server, or correct URL and credentials"));
    } catch (SQLException e) {
      return List.of(
          finding(
              "the check of " + pool.location() + " failed: " + e.getMessage(),
              "let the role make the tables, or make them for it"));
    }
  }

  private List<Finding> findings(Connection connection) throws SQLException {
    List<Finding> findings = primary(connection);
    if (!findings.isEmpty()) {
      return findings;
    }
    if (!present(connection)) {
      create(connection);
    }
    findings.addAll(shape(connection));
    if (findings.isEmpty()) {
      rights(connection, findings);
    }
    return findings;
  }

  private List<Finding> primary(Connection connection) throws SQLException {
    List<Finding> findings = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(TablesSql.PRIMARY)) {
      row.next();
      if (row.getBoolean(1)) {
        findings.add(finding(pool.location() + " is a standby", "name its primary"));
      } else if (!"off".equals(row.getString(2))) {
        findings.add(
            finding(
                pool.location() + " is read-only",
                "name the primary, or turn default_transaction_read_only off for the role"));
      }
    }
    return findings;
  }

  private boolean present(Connection connection) throws SQLException {
    return "t"
        .equals(
            texts(connection, TablesSql.PRESENT, names.records(), names.meta(), names.watermark())
                .get(0));
  }

  // several processes may start at once: one makes the tables, the others find them
  private void create(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + sql.workshop() + ")");
      if (texts(connection, TablesSql.SCHEMA, names.schema().name()).isEmpty()) {
        statement.execute(TablesSql.createSchema(names.schema()));
      }
      for (String step : TablesSql.create(names)) {
        statement.execute(step);
      }
      connection.commit();
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private List<Finding> shape(Connection connection) throws SQLException {
    List<String> wrong = new ArrayList<>();
    compare(connection, wrong, names.records(), TABLE, TablesSql.RECORDS);
    compareKey(connection, wrong, names.records(), "dat_txn");
    compare(connection, wrong, names.meta(), TABLE, TablesSql.META);
    compareKey(connection, wrong, names.meta(), "name");
    compareKind(connection, wrong, names.watermark(), SEQUENCE);
    return wrong.stream()
        .map(text -> finding(text, "move what is there away, or name another schema or table"))
        .toList();
  }

  private static void compare(
      Connection connection, List<String> wrong, String relation, String kind, List<String> meant)
      throws SQLException {
    compareKind(connection, wrong, relation, kind);
    List<String> found = texts(connection, TablesSql.COLUMNS, relation);
    meant.stream()
        .filter(column -> !found.contains(column))
        .forEach(column -> wrong.add(relation + " lacks the column: " + column));
    found.stream()
        .filter(column -> !meant.contains(column))
        .forEach(column -> wrong.add(relation + " has the column: " + column));
  }

  private static void compareKind(
      Connection connection, List<String> wrong, String relation, String kind) throws SQLException {
    List<String> found = texts(connection, TablesSql.KIND, relation);
    if (!found.equals(List.of(kind))) {
      wrong.add(relation + " is of kind and persistence " + found + " in place of " + kind);
    }
  }

  private static void compareKey(
      Connection connection, List<String> wrong, String relation, String key) throws SQLException {
    List<String> found = texts(connection, TablesSql.PRIMARY_KEY, relation);
    if (!found.equals(List.of(key))) {
      wrong.add(relation + " has the primary key " + found + " in place of " + key);
    }
  }

  private void rights(Connection connection, List<Finding> findings) throws SQLException {
    List<String> missing =
        texts(connection, TablesSql.RIGHTS, names.records(), names.meta(), names.watermark());
    if (!missing.isEmpty()) {
      findings.add(
          finding(
              "the role " + pool.config().user() + " has no right to " + missing, "grant them"));
    }
  }

  private List<Finding> identified() {
    Exchange.Request request =
        new Exchange.Request(
            "the journal's id",
            PostgresSql.BEGIN
                + PostgresSql.SETTINGS
                + TablesSql.touchId(names)
                + PostgresSql.COMMIT,
            statement -> statement.setString(1, SingleWrites.NO_LOCK_TIMEOUT));
    try {
      id = UUID.fromString(new Exchange(pool).write(request, results -> results.skip(2).text()));
      return List.of();
    } catch (JournalException | IllegalArgumentException e) {
      return List.of(
          finding("the journal's id cannot be read: " + e.getMessage(), "look at " + names.meta()));
    }
  }

  private static List<String> texts(Connection connection, String query, String... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      List<String> texts = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          texts.add(String.valueOf(rows.getString(1)));
        }
      }
      return texts;
    }
  }

  private static Finding finding(String problem, String nextStep) {
    return new Finding("journal", problem, nextStep);
  }
}
