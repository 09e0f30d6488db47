package org.datxa.journal.internal.file;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.datxa.journal.internal.sql.Queries;
import org.h2.Driver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The H2 database in the file, with one session. Used by one thread only. */
final class FileDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileDatabase.class);

  // J3: nothing waits in memory, no other hook of the JVM closes it under a running write, and no
  // space is used twice, at the close neither: after a crash, a file in which it was opens as it
  // was several commits ago
  private static final String SETTINGS =
      ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;REUSE_SPACE=FALSE;MAX_COMPACT_TIME=0"
          + ";TRACE_LEVEL_FILE=0;TRACE_LEVEL_SYSTEM_OUT=0";

  private final Connection connection;

  private FileDatabase(Connection connection) {
    this.connection = connection;
  }

  /** Opens the file, or refuses when somebody else has it open. */
  static FileDatabase open(String name) throws SQLException {
    Connection connection = new Driver().connect("jdbc:h2:" + name + SETTINGS, new Properties());
    FileDatabase database = new FileDatabase(connection);
    try {
      database.create();
      return database;
    } catch (SQLException e) {
      database.close();
      throw e;
    }
  }

  private void create() throws SQLException {
    connection.setAutoCommit(false);
    for (String step : FileSql.CREATE) {
      run(step);
    }
    commit();
  }

  Connection connection() {
    return connection;
  }

  /** In what the tables differ from what they should be. */
  List<String> differences() throws SQLException {
    List<String> found = columns();
    List<String> differences = new ArrayList<>();
    FileSql.SHAPE.stream()
        .filter(column -> !found.contains(column))
        .forEach(column -> differences.add("the column is missing: " + column));
    found.stream()
        .filter(column -> !FileSql.SHAPE.contains(column))
        .forEach(column -> differences.add("there is another column: " + column));
    return differences;
  }

  private List<String> columns() throws SQLException {
    List<String> columns = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(FileSql.COLUMNS)) {
      while (rows.next()) {
        columns.add(rows.getString(1));
      }
    }
    return columns;
  }

  Optional<String> meta(String name) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FileSql.COMMON.meta())) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        return Queries.text(rows);
      }
    }
  }

  long metaNumber(String name) throws SQLException {
    return Long.parseLong(meta(name).orElse("0"));
  }

  void put(String name, String content) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FileSql.PUT)) {
      statement.setString(1, name);
      statement.setString(2, content);
      statement.executeUpdate();
    }
  }

  /** Commits and returns when the disk has it. */
  void commit() throws SQLException {
    connection.commit();
    run(FileSql.SYNC);
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.warn("The journal's file was not closed in order: {}", e.getMessage());
    }
  }
}
