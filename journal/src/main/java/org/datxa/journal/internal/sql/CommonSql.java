package org.datxa.journal.internal.sql;

import java.util.Set;
import java.util.stream.Collectors;
import org.datxa.journal.State;
import org.datxa.journal.internal.text.RecordText;

/** The statements that both engines understand, for given tables. */
public final class CommonSql {
  /** The columns of a head. */
  public static final String HEAD = "dat_txn, state, dat_tx_time, updated_ms, xid, progress";

  /** The columns of a record. */
  public static final String WHOLE = HEAD + ", branches, created_ms";

  /** The columns of a record in the order of {@link Rows}, for an insert. */
  public static final String INSERTED =
      "(dat_txn, state, dat_tx_time, branches, created_ms, updated_ms, xid, progress)";

  /** How many characters at the end of a progress belong to the branches, and are carried over. */
  public static final int PROGRESS_TAIL = RecordText.PROGRESS_TAIL;

  /** The listing of a record is closed. */
  public static final String UNLISTED = "coalesce(progress, '') LIKE '% {\"listed\":0,%'";

  /** An outside manager may have to be told. X1. */
  public static final String MAY_BE_LISTED =
      "xid IS NOT NULL AND (state = 'PREPARED' OR state <> 'ACTIVE' AND NOT " + UNLISTED + ")";

  /** A record that may be deleted once it is old enough. J4, J9. */
  public static final String DELETABLE =
      UNLISTED
          + " AND (state = 'DONE' OR state = 'ABORTED' AND progress LIKE '% {\"listed\":0,"
          + "\"cleaned\":true,%')";

  private final TableNames names;

  /**
   * The statements for one journal.
   *
   * @param names its tables
   */
  public CommonSql(TableNames names) {
    this.names = names;
  }

  /**
   * Values as {@link Rows} binds them: next state, time and progress; dat_txn, state and version as
   * read. The checksum of the branches is carried over.
   *
   * @return the compare-and-set
   */
  public String advance() {
    return "UPDATE "
        + names.records()
        + " SET state = ?, updated_ms = ?, progress = CAST(? AS varchar) || right(progress, "
        + RecordText.PROGRESS_TAIL
        + ") WHERE dat_txn = ? AND state = ? AND progress LIKE ?";
  }

  /**
   * Value: dat_txn.
   *
   * @return the look-up by key
   */
  public String find() {
    return "SELECT " + WHOLE + " FROM " + names.records() + " WHERE dat_txn = ?";
  }

  /**
   * Value: xid.
   *
   * @return the look-up by xid, of at most two records
   */
  public String findByXid() {
    return "SELECT " + WHOLE + " FROM " + names.records() + " WHERE xid = ? LIMIT 2";
  }

  /**
   * No values.
   *
   * @return the heads that an outside manager must be told of
   */
  public String listed() {
    return "SELECT "
        + HEAD
        + " FROM "
        + names.records()
        + " WHERE "
        + MAY_BE_LISTED
        + " ORDER BY dat_txn";
  }

  /**
   * Values: time, dat_txn, limit. The states stand in the text, so that a partial index serves.
   *
   * @param states which states
   * @return one page of a scan
   */
  public String scan(Set<State> states) {
    return "SELECT "
        + HEAD
        + " FROM "
        + names.records()
        + " WHERE state IN ("
        + states.stream().sorted().map(state -> "'" + state + "'").collect(Collectors.joining(", "))
        + ") AND updated_ms < ? AND dat_txn > ? AND NOT ("
        + DELETABLE
        + ") ORDER BY dat_txn LIMIT ?";
  }

  /**
   * No values.
   *
   * @return the names of the registered stores, as keys of the meta table
   */
  public String registered() {
    return "SELECT name FROM " + names.meta() + " WHERE name LIKE 'store:%'";
  }

  /**
   * Value: the key.
   *
   * @return one value of the meta table
   */
  public String meta() {
    return "SELECT content FROM " + names.meta() + " WHERE name = ?";
  }
}
