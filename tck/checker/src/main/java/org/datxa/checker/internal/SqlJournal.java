package org.datxa.checker.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A journal in PostgreSQL, or in an H2 file that no engine has open.
 *
 * @param source the database
 * @param schema the schema
 * @param table the table of records
 */
public record SqlJournal(SqlSource source, String schema, String table) implements JournalReader {
  @Override
  public JournalSeen read() throws SQLException {
    String records = Names.sql(schema + "." + table);
    Map<String, JournalSeen.Entry> entries = new LinkedHashMap<>();
    try (Connection connection = source.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT dat_txn, state, dat_tx_time, branches, progress FROM "
                    + records
                    + " ORDER BY dat_txn");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        JournalSeen.Entry entry =
            RecordText.entry(
                rows.getString(1),
                rows.getString(2),
                rows.getLong(3),
                rows.getString(4),
                rows.getString(5));
        entries.put(entry.datTxn(), entry);
      }
      return new JournalSeen(entries, watermark(connection));
    }
  }

  private long watermark(Connection connection) throws SQLException {
    boolean file = source.url().startsWith("jdbc:h2:");
    List<String> found =
        SqlSource.texts(
            connection,
            file
                ? "SELECT content FROM "
                    + Names.sql(schema + "." + table + "_meta")
                    + " WHERE name = 'watermark'"
                : "SELECT last_value FROM " + Names.sql(schema + "." + table + "_watermark"));
    return found.isEmpty() ? 0 : Long.parseLong(found.get(0));
  }
}
