package org.datxa.bridge.clickhouse.internal.store;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.datxa.bridge.clickhouse.internal.sql.Sql;
import org.datxa.bridge.clickhouse.internal.table.TableName;
import org.datxa.spi.error.StoreException;

/**
 * Notes of the inserts into tables with materialized views: which token each was sent with, and how
 * it was answered. Rule H6: after an error the rows may be in the table and not in the view, and
 * only the token that brought them in fills the view without doubling the table.
 */
final class Attempts {
  static final String SENT = "sent";
  static final String DONE = "done";
  static final String FAILED = "failed";

  /** The last that is known of the inserts of one chunk. */
  record Attempt(String token, String answer) {}

  private final ServerAccess server;
  private final TableName name;

  Attempts(ServerAccess server) {
    this.server = server;
    this.name = new TableName(server.settings().endpoint().database(), "dat_attempt");
  }

  void create() throws StoreException {
    server
        .channel()
        .ask(
            "CREATE TABLE IF NOT EXISTS "
                + name.quoted()
                + " (dat_txn UUID, chunk UInt32, number"
                + " UInt32, token String, answer Enum8('sent' = 0, 'done' = 1, 'failed' = 2),"
                + " noted_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY (dat_txn, chunk)"
                + " TTL noted_at + INTERVAL 1 YEAR",
            Map.of());
  }

  void note(UUID datTxn, int chunk, int number, String token, String answer) throws StoreException {
    server
        .channel()
        .ask(
            "INSERT INTO "
                + name.quoted()
                + " (dat_txn, chunk, number, token, answer) SELECT"
                + " toUUID('"
                + datTxn
                + "'), "
                + chunk
                + ", "
                + number
                + ", "
                + Sql.literal(token)
                + ", '"
                + answer
                + "'",
            Map.of("async_insert", "0", "insert_deduplicate", "0"));
  }

  /**
   * The last attempt of each chunk that has any. An answer stands until its token is answered
   * again, or another token is sent: a repeat that was lost or came late mended nothing.
   */
  Map<Integer, Attempt> last(UUID datTxn) throws StoreException {
    List<List<String>> rows =
        server.rows(
            "SELECT toString(chunk), token, toString(answer) FROM "
                + name.quoted()
                + " WHERE dat_txn = toUUID('"
                + datTxn
                + "') ORDER BY chunk, number, answer",
            3);
    Map<Integer, Attempt> attempts = new HashMap<>();
    for (List<String> row : rows) {
      attempts.merge(
          Integer.valueOf(row.get(0)), new Attempt(row.get(1), row.get(2)), Attempts::later);
    }
    return attempts;
  }

  /** The chunks whose last attempt was acknowledged, by whomever it was sent. */
  BitSet done(UUID datTxn) throws StoreException {
    BitSet done = new BitSet();
    last(datTxn)
        .forEach(
            (chunk, attempt) -> {
              if (attempt.answer().equals(DONE)) {
                done.set(chunk);
              }
            });
    return done;
  }

  private static Attempt later(Attempt before, Attempt after) {
    boolean repeat = after.token().equals(before.token()) && after.answer().equals(SENT);
    return repeat ? before : after;
  }
}
