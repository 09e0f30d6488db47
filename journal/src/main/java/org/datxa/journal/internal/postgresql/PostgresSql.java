package org.datxa.journal.internal.postgresql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.datxa.journal.internal.sql.CommonSql;
import org.datxa.journal.internal.sql.Queries;
import org.datxa.journal.internal.sql.TableNames;

/**
 * The statements of the PostgreSQL journal. Several in one text travel in one round trip; each is a
 * statement of its own for the server.
 */
final class PostgresSql {
  /** Whatever the default of the database: what follows sees what is committed when it begins. */
  static final String BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED; ";

  static final String COMMIT = "; COMMIT";

  // J7: raised to "on" where it is weaker, kept where it is stricter, and no query timeout
  private static final String DURABLY =
      "SELECT set_config('synchronous_commit',"
          + " CASE current_setting('synchronous_commit')"
          + " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true),"
          + " set_config('statement_timeout', '0', true)";

  /** Value: the lock timeout; 0 is none. */
  static final String SETTINGS = DURABLY + ", set_config('lock_timeout', ?, true); ";

  /** J10. Value: the gate's key. */
  static final String ENTER_GATE = "SELECT pg_advisory_xact_lock_shared(?); ";

  /** Values: the lock timeout, the gate's key. */
  static final String PASS_GATE =
      BEGIN
          + "SELECT set_config('lock_timeout', ?, true); SELECT pg_advisory_xact_lock(?)"
          + COMMIT;

  /** Comes first in every reading text. A session can change its server behind a pooler. */
  static final String ON_STANDBY = "SELECT pg_is_in_recovery(); ";

  static final String SERVER_MILLIS =
      "SELECT floor(extract(epoch from clock_timestamp()) * 1000)::bigint";

  private static final String SETTLED = "settled";

  final CommonSql common;
  private final TableNames names;
  private final long gate;

  PostgresSql(TableNames names) {
    this.names = names;
    this.common = new CommonSql(names);
    this.gate = key("gate", names);
  }

  private static long key(String purpose, TableNames names) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash =
          digest.digest(
              ("datxa " + purpose + ' ' + names.records()).getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(hash).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  TableNames names() {
    return names;
  }

  /** The key of this journal's gate; advisory locks are per database. */
  long gate() {
    return gate;
  }

  /** The key under which tables are made and the watermark is moved. */
  long workshop() {
    return key("workshop", names);
  }

  /**
   * Values: those of the record, then the time of its dat_txn. The watermark is a sequence, whose
   * last value is the newest at every isolation level (J10). No row is written below it.
   */
  String insertRow() {
    return insertRowWhere("? >= (SELECT last_value FROM " + names.watermark() + ")");
  }

  private String insertRowWhere(String condition) {
    return "INSERT INTO "
        + names.records()
        + ' '
        + CommonSql.INSERTED
        + " SELECT CAST(? AS uuid), ?, ?, ?, ?, ?, ?, ? WHERE "
        + condition;
  }

  /** Values: lock timeout, gate's key, those of {@link #insertRow()}. */
  String insert() {
    return BEGIN + SETTINGS + ENTER_GATE + insertRow() + COMMIT;
  }

  /** Values: gate's key, those of {@link #insertRow()}. On a branch's own connection. C2. */
  String decision() {
    return DURABLY + "; " + ENTER_GATE + insertRow();
  }

  /**
   * Values: gate's key, those of {@link #insertRow()}. Fails with a division by zero below the
   * watermark, since a COMMIT follows in the same message. J10: the watermark may move at any time,
   * so the row and the failure hang on one look at it. C2.
   */
  String decisionText() {
    return ENTER_GATE
        + insertRowWhere(
            "1 / (CASE WHEN ? >= (SELECT last_value FROM "
                + names.watermark()
                + ") THEN 1 ELSE 0 END) = 1");
  }

  /** Values: lock timeout, those of {@link CommonSql#advance()}. */
  String advance() {
    return BEGIN + SETTINGS + common.advance() + COMMIT;
  }

  String watermark() {
    return "SELECT last_value FROM " + names.watermark();
  }

  /**
   * J10: the watermark once the gate was passed. The newest value says what no INSERT may be below;
   * one that looked before may still be waiting for its commit.
   */
  String settledWatermark() {
    return "SELECT coalesce(max(content::bigint), 0) FROM "
        + names.meta()
        + " WHERE name = '"
        + SETTLED
        + "'";
  }

  /** Values: lock timeout, workshop's key, watermark, watermark. J9: it never goes back. */
  String moveWatermark() {
    return BEGIN
        + SETTINGS
        + "SELECT pg_advisory_xact_lock(?); SELECT setval('"
        + names.watermark()
        + "', ?) FROM "
        + names.watermark()
        + " WHERE last_value < ?; "
        + watermark()
        + COMMIT;
  }

  /** Values: lock timeout, bound, limit. Rows that somebody holds are left for the next time. */
  String delete() {
    return BEGIN
        + SETTINGS
        + "DELETE FROM "
        + names.records()
        + " WHERE dat_txn IN (SELECT dat_txn FROM "
        + names.records()
        + " WHERE dat_txn < ? AND "
        + CommonSql.DELETABLE
        + " ORDER BY dat_txn LIMIT ? FOR UPDATE SKIP LOCKED) AND "
        + CommonSql.DELETABLE
        + COMMIT;
  }

  /** Values: lock timeout, ceiling. */
  String raiseClock() {
    return raise("clock");
  }

  /** Values: lock timeout, the watermark for which the gate was passed. */
  String settleWatermark() {
    return raise(SETTLED);
  }

  private String raise(String name) {
    return BEGIN
        + SETTINGS
        + "INSERT INTO "
        + names.meta()
        + " AS held (name, content) VALUES ('"
        + name
        + "', CAST(CAST(? AS bigint) AS text))"
        + " ON CONFLICT (name) DO UPDATE SET content ="
        + " greatest(held.content::bigint, excluded.content::bigint)::text RETURNING content"
        + COMMIT;
  }

  /** Values: lock timeout, name of the store. */
  String register() {
    return BEGIN
        + SETTINGS
        + "INSERT INTO "
        + names.meta()
        + " AS held (name, content) VALUES ('"
        + Queries.STORE
        + "' || ?, 'bound') ON CONFLICT (name) DO UPDATE SET content = held.content"
        + COMMIT;
  }

  /**
   * Values: lock timeout, gate's key, eight arrays as the columns of the records and one of the
   * times of dat_txn. Afterwards the watermark, to tell the two reasons of a missing row apart.
   */
  String insertMany() {
    return "INSERT INTO "
        + names.records()
        + ' '
        + CommonSql.INSERTED
        + " SELECT u.dat_txn, u.state, u.dat_tx_time, u.branches, u.created_ms, u.updated_ms,"
        + " u.xid, u.progress FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?) AS u(dat_txn, state,"
        + " dat_tx_time, branches, created_ms, updated_ms, xid, progress, millis)"
        + " WHERE u.millis >= (SELECT last_value FROM "
        + names.watermark()
        + ") ORDER BY u.dat_txn ON CONFLICT (dat_txn) DO NOTHING RETURNING dat_txn; "
        + watermark();
  }

  /**
   * Values: the keys; then seven arrays: next state, time and progress, key, state and version as
   * read. The rows are locked in the order of their keys, or two hosts' batches would deadlock.
   */
  String advanceMany() {
    return "SELECT count(*) FROM (SELECT 1 FROM "
        + names.records()
        + " WHERE dat_txn = ANY(?) ORDER BY dat_txn FOR UPDATE) AS held; UPDATE "
        + names.records()
        + " AS r SET state = u.state, updated_ms = u.updated_ms, progress = u.progress ||"
        + " right(r.progress, "
        + CommonSql.PROGRESS_TAIL
        + ") FROM unnest(?, ?, ?, ?, ?, ?) AS u(state, updated_ms, progress, dat_txn, was,"
        + " version) WHERE r.dat_txn = u.dat_txn AND r.state = u.was AND r.progress LIKE"
        + " u.version RETURNING r.dat_txn";
  }

  String batch() {
    return BEGIN + SETTINGS + ENTER_GATE + insertMany() + "; " + advanceMany() + COMMIT;
  }
}
