package org.datxa.journal.internal.file;

import java.util.List;
import org.datxa.journal.internal.sql.CommonSql;
import org.datxa.journal.internal.sql.Identifier;
import org.datxa.journal.internal.sql.Queries;
import org.datxa.journal.internal.sql.TableNames;

/** The statements of the file journal, in the dialect of H2. */
final class FileSql {
  private static final TableNames NAMES =
      new TableNames(new Identifier("datxa"), new Identifier("dat_journal"));

  static final CommonSql COMMON = new CommonSql(NAMES);

  static final List<String> CREATE =
      List.of(
          "CREATE SCHEMA IF NOT EXISTS " + NAMES.schema().quoted(),
          "CREATE TABLE IF NOT EXISTS "
              + NAMES.records()
              + " (dat_txn uuid PRIMARY KEY, state varchar NOT NULL, dat_tx_time bigint NOT NULL,"
              + " branches clob NOT NULL, created_ms bigint NOT NULL, updated_ms bigint NOT NULL,"
              + " xid varchar, progress varchar)",
          "CREATE TABLE IF NOT EXISTS "
              + NAMES.meta()
              + " (name varchar PRIMARY KEY, content varchar NOT NULL)",
          "CREATE INDEX IF NOT EXISTS "
              + NAMES.schema().quoted()
              + '.'
              + NAMES.index("_open")
              + " ON "
              + NAMES.records()
              + " (state, dat_txn)",
          "CREATE INDEX IF NOT EXISTS "
              + NAMES.schema().quoted()
              + '.'
              + NAMES.index("_xid")
              + " ON "
              + NAMES.records()
              + " (xid)",
          "INSERT INTO "
              + NAMES.meta()
              + " SELECT 'id', CAST(random_uuid() AS varchar) WHERE NOT EXISTS (SELECT 1 FROM "
              + NAMES.meta()
              + " WHERE name = 'id')");

  /** The columns of both tables, in the order of table and name. */
  static final List<String> SHAPE =
      List.of(
          "dat_journal.branches CHARACTER LARGE OBJECT NO",
          "dat_journal.created_ms BIGINT NO",
          "dat_journal.dat_tx_time BIGINT NO",
          "dat_journal.dat_txn UUID NO",
          "dat_journal.progress CHARACTER VARYING YES",
          "dat_journal.state CHARACTER VARYING NO",
          "dat_journal.updated_ms BIGINT NO",
          "dat_journal.xid CHARACTER VARYING YES",
          "dat_journal_meta.content CHARACTER VARYING NO",
          "dat_journal_meta.name CHARACTER VARYING NO");

  static final String COLUMNS =
      "SELECT table_name || '.' || lower(column_name) || ' ' || data_type || ' ' || is_nullable"
          + " FROM information_schema.columns WHERE table_schema = 'datxa' ORDER BY 1";

  /** Answers when what was committed is forced to disk. */
  static final String SYNC = "CHECKPOINT SYNC";

  /** Values as {@link org.datxa.journal.internal.sql.Rows} binds them. */
  static final String INSERT =
      "INSERT INTO "
          + NAMES.records()
          + ' '
          + CommonSql.INSERTED
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

  /** Values: name, content. */
  static final String PUT =
      "MERGE INTO " + NAMES.meta() + " (name, content) KEY (name) VALUES (?, ?)";

  /** Values: bound, limit. */
  static final String DELETE =
      "DELETE FROM "
          + NAMES.records()
          + " WHERE dat_txn < ? AND "
          + CommonSql.DELETABLE
          + " FETCH FIRST ? ROWS ONLY";

  static final String STORE = Queries.STORE;

  private FileSql() {}
}
