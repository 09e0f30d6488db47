package org.datxa.journal.internal.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.datxa.journal.JournalCorrupted;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;

/** What is made of the rows that a reading statement answers. */
public final class Queries {
  /** What the key of a registered store begins with. */
  public static final String STORE = "store:";

  private Queries() {}

  /**
   * At most one record.
   *
   * @param rows rows of {@link CommonSql#WHOLE}
   * @return the record, or empty when there is no row
   * @throws SQLException if the rows cannot be fetched
   * @throws JournalCorrupted if there are two, or it makes no sense
   */
  public static Optional<JournalRecord> one(ResultSet rows) throws SQLException, JournalCorrupted {
    if (!rows.next()) {
      return Optional.empty();
    }
    JournalRecord record = Rows.whole(rows);
    if (rows.next()) {
      throw new JournalCorrupted(
          "Two meta-transactions, "
              + record.datTxn()
              + " and "
              + rows.getString("dat_txn")
              + ", carry the xid "
              + record.xid().orElse("")
              + ". Next: find out which one the transaction manager means.",
          null);
    }
    return Optional.of(record);
  }

  /**
   * All heads.
   *
   * @param rows rows of {@link CommonSql#HEAD}
   * @return the heads in the order of the rows
   * @throws SQLException if the rows cannot be fetched
   * @throws JournalCorrupted if one makes no sense
   */
  public static List<RecordHead> heads(ResultSet rows) throws SQLException, JournalCorrupted {
    List<RecordHead> heads = new ArrayList<>();
    while (rows.next()) {
      heads.add(Rows.head(rows));
    }
    return List.copyOf(heads);
  }

  /**
   * The registered stores.
   *
   * @param rows rows of {@link CommonSql#registered()}
   * @return the names of the stores
   * @throws SQLException if the rows cannot be fetched
   */
  public static Set<String> stores(ResultSet rows) throws SQLException {
    Set<String> stores = new TreeSet<>();
    while (rows.next()) {
      stores.add(rows.getString(1).substring(STORE.length()));
    }
    return Set.copyOf(stores);
  }

  /**
   * One value.
   *
   * @param rows rows of one column
   * @return the first one, or empty when there is none
   * @throws SQLException if the rows cannot be fetched
   */
  public static Optional<String> text(ResultSet rows) throws SQLException {
    return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
  }
}
