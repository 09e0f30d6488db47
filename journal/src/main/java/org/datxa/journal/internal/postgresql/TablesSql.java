package org.datxa.journal.internal.postgresql;

import java.util.List;
import org.datxa.journal.internal.sql.CommonSql;
import org.datxa.journal.internal.sql.Identifier;
import org.datxa.journal.internal.sql.TableNames;

/** The statements that make the tables and describe what is there. */
final class TablesSql {
  /** The type and the nullability of each column of the records, in the order of their names. */
  static final List<String> RECORDS =
      List.of(
          "branches text not null",
          "created_ms bigint not null",
          "dat_tx_time bigint not null",
          "dat_txn uuid not null",
          "progress text",
          "state text not null",
          "updated_ms bigint not null",
          "xid text");

  /** The same of the table beside it. */
  static final List<String> META = List.of("content text not null", "name text not null");

  static final String PRIMARY =
      "SELECT pg_is_in_recovery(), current_setting('transaction_read_only')";

  /** Value: the schema. */
  static final String SCHEMA = "SELECT 1 FROM pg_namespace WHERE nspname = ?";

  /** Values: table, table, sequence. */
  static final String PRESENT =
      "SELECT to_regclass(?) IS NOT NULL AND to_regclass(?) IS NOT NULL AND to_regclass(?) IS NOT"
          + " NULL";

  /** Value: the relation. */
  static final String COLUMNS =
      "SELECT a.attname || ' ' || format_type(a.atttypid, a.atttypmod)"
          + " || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END FROM pg_attribute a"
          + " WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped"
          + " ORDER BY a.attname::text COLLATE \"C\"";

  /** Value: the relation. Kind and persistence: a logged table or sequence is meant. */
  static final String KIND =
      "SELECT relkind::text || relpersistence::text FROM pg_class WHERE oid = to_regclass(?)";

  /** Value: the relation. */
  static final String PRIMARY_KEY =
      "SELECT string_agg(a.attname::text, ', ') FROM pg_index i JOIN pg_attribute a"
          + " ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)"
          + " WHERE i.indisprimary AND i.indisvalid AND i.indrelid = to_regclass(?)";

  /** Values: table, table, sequence. */
  static final String RIGHTS =
      "SELECT r.name || ': ' || p.name FROM (VALUES (?), (?)) AS r(name),"
          + " (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) AS p(name)"
          + " WHERE NOT has_table_privilege(r.name, p.name)"
          + " UNION ALL SELECT s.name || ': ' || p.name FROM (VALUES (?)) AS s(name),"
          + " (VALUES ('SELECT'), ('UPDATE')) AS p(name)"
          + " WHERE NOT has_sequence_privilege(s.name, p.name) ORDER BY 1";

  private TablesSql() {}

  static String createSchema(Identifier schema) {
    return "CREATE SCHEMA " + schema.quoted();
  }

  static List<String> create(TableNames names) {
    String on = " ON " + names.records();
    return List.of(
        "CREATE TABLE IF NOT EXISTS "
            + names.records()
            + " (dat_txn uuid PRIMARY KEY, state text NOT NULL, dat_tx_time bigint NOT NULL,"
            + " branches text NOT NULL, created_ms bigint NOT NULL, updated_ms bigint NOT NULL,"
            + " xid text, progress text)",
        "CREATE TABLE IF NOT EXISTS "
            + names.meta()
            + " (name text PRIMARY KEY, content text NOT NULL)",
        "CREATE SEQUENCE IF NOT EXISTS " + names.watermark() + " MINVALUE 0 START 0 NO CYCLE",
        // finished records are not in it, so scans stay as fast as there is open work
        "CREATE INDEX IF NOT EXISTS "
            + names.index("_open")
            + on
            + " (state, dat_txn) WHERE state <> 'DONE'",
        "CREATE INDEX IF NOT EXISTS " + names.index("_xid") + on + " (xid) WHERE xid IS NOT NULL",
        "CREATE INDEX IF NOT EXISTS "
            + names.index("_listed")
            + on
            + " (dat_txn) WHERE "
            + CommonSql.MAY_BE_LISTED,
        "INSERT INTO "
            + names.meta()
            + " (name, content) VALUES ('id', gen_random_uuid()::text) ON CONFLICT DO NOTHING");
  }

  /** A write, so that a journal that is found can be written. */
  static String touchId(TableNames names) {
    return "UPDATE " + names.meta() + " SET content = content WHERE name = 'id' RETURNING content";
  }
}
