package org.datxa.bridge.clickhouse.internal.store;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.datxa.bridge.clickhouse.internal.payload.Chunk;
import org.datxa.bridge.clickhouse.internal.payload.Structure;
import org.datxa.bridge.clickhouse.internal.payload.Target;
import org.datxa.bridge.clickhouse.internal.payload.Work;
import org.datxa.bridge.clickhouse.internal.sql.Sql;
import org.datxa.bridge.clickhouse.internal.table.Column;
import org.datxa.bridge.clickhouse.internal.table.TableName;
import org.datxa.spi.Stamp;

/** The statements that a finisher sends, and their settings. */
final class Statements {
  /** What the server says when a statement comes after its deadline. */
  static final String LATE = "dat_deadline_has_passed";

  /** What the server says when the table is not the one that was staged for. */
  static final String OTHER_TABLE = "dat_table_is_another";

  /** What the server says when the columns are not those that were staged for. */
  static final String OTHER_COLUMNS = "dat_columns_are_others";

  /** What the server says when it is not the one that staged. */
  static final String OTHER_SERVER = "dat_server_is_another";

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
  private static final int QUERY_SLACK = 1 << 20;

  private Statements() {}

  /** H3: the insert of one chunk, which the server itself refuses after the deadline. */
  static String insert(Work work, Chunk chunk, Stamp stamp, long deadlineMillis) {
    Structure structure = work.structureOf(chunk);
    Target target = work.targetOf(chunk);
    String given =
        IntStream.range(0, structure.names().size())
            .mapToObj(i -> "c" + i + ", ")
            .collect(Collectors.joining());
    String names =
        structure.names().stream()
            .map(name -> Sql.identifier(name) + ", ")
            .collect(Collectors.joining());
    return "INSERT INTO "
        + target.name().quoted()
        + " ("
        + names
        + "dat_txn, dat_tx_time) SELECT "
        + given
        + stampValues(stamp)
        + " FROM "
        + structure.source(chunk.bytes())
        + " WHERE "
        + deadline(deadlineMillis)
        + sameTable(target)
        + sameColumns(target, structure)
        + sameServer(target);
  }

  static String stampValues(Stamp stamp) {
    return "toUUID('" + stamp.datTxn() + "'), toInt64(" + stamp.datTxTime() + ")";
  }

  private static String deadline(long millis) {
    String time = MILLIS.format(Instant.ofEpochMilli(millis));
    return "throwIf(now64(3) > toDateTime64('" + time + "', 3, 'UTC'), '" + LATE + "') = 0";
  }

  private static String sameTable(Target target) {
    return " AND throwIf((SELECT count() FROM "
        + identity(target)
        + ") != 1, '"
        + OTHER_TABLE
        + "') = 0";
  }

  /** A column of another type would be filled by a conversion, which changes values silently. */
  private static String sameColumns(Target target, Structure structure) {
    String pairs =
        IntStream.range(0, structure.names().size())
            .mapToObj(i -> pair(structure.names().get(i), structure.types().get(i)))
            .collect(Collectors.joining(", "));
    String in =
        "("
            + pairs
            + ", "
            + pair(Column.DAT_TXN, "UUID")
            + ", "
            + pair(Column.DAT_TX_TIME, "Int64")
            + ")";
    return " AND throwIf((SELECT count() FROM system.columns WHERE database = "
        + Sql.literal(target.name().database())
        + " AND table = "
        + Sql.literal(target.name().table())
        + " AND (name, type) IN "
        + in
        + ") != "
        + (structure.names().size() + 2)
        + ", '"
        + OTHER_COLUMNS
        + "') = 0";
  }

  private static String pair(String name, String type) {
    return "(" + Sql.literal(name) + ", " + Sql.literal(type) + ")";
  }

  private static String sameServer(Target target) {
    // H5
    return target.server().isEmpty()
        ? ""
        : " AND throwIf(toString(serverUUID()) != "
            + Sql.literal(target.server())
            + ", '"
            + OTHER_SERVER
            + "') = 0";
  }

  /** What {@link Findings} reads: the marker, and for each target its identity and its rows. */
  static String look(Work work, Stamp stamp, TableName markers) {
    List<String> parts = new ArrayList<>();
    String txn = Column.DAT_TXN + " = toUUID('" + stamp.datTxn() + "')";
    parts.add(
        "SELECT '"
            + Findings.MARKER
            + "', '0', '', toString(count()) FROM "
            + markers.quoted()
            + " WHERE "
            + txn
            + " AND dat_tx_time > 0");
    for (int i = 0; i < work.targets().size(); i++) {
      Target target = work.targets().get(i);
      parts.add(
          "SELECT '"
              + Findings.TABLE
              + "', '"
              + i
              + "', '', toString(count()) FROM "
              + identity(target));
      if (target.countable()) {
        parts.add(
            "SELECT '"
                + Findings.ROWS
                + "', '"
                + i
                + "', toString(_partition_id),"
                + " toString(count()) FROM "
                + target.name().quoted()
                + " WHERE "
                + txn
                + " AND "
                + Column.DAT_TX_TIME
                + " = "
                + stamp.datTxTime()
                + sameServer(target)
                + " GROUP BY _partition_id");
      }
    }
    return String.join(" UNION ALL ", parts);
  }

  private static String identity(Target target) {
    return "system.tables WHERE database = "
        + Sql.literal(target.name().database())
        + " AND name = "
        + Sql.literal(target.name().table())
        + " AND toString(uuid) = "
        + Sql.literal(target.uuid())
        + " AND engine = "
        + Sql.literal(target.engine());
  }

  /** Settings that keep a chunk one block, in time, and never buffered by the server. */
  static Map<String, String> insertSettings(
      StoreSettings settings, int sqlLength, int rows, String token) {
    String block = Integer.toString(Math.max(65_536, rows + 1));
    Map<String, String> all = limits(settings, sqlLength);
    for (String size :
        List.of("max_block_size", "max_insert_block_size", "min_insert_block_size_rows")) {
      all.put(size, block);
    }
    all.put("async_insert", "0");
    all.put("min_insert_block_size_bytes", "0");
    all.put("preferred_block_size_bytes", "0");
    all.put("max_insert_threads", "1");
    all.put("insert_deduplicate", "1");
    all.put("deduplicate_blocks_in_dependent_materialized_views", "1");
    all.put("insert_deduplication_token", token);
    return all;
  }

  /** Settings under which rows are looked at in the order in which they came. */
  static Map<String, String> limits(StoreSettings settings, int sqlLength) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("max_query_size", Integer.toString(sqlLength + QUERY_SLACK));
    all.put("max_execution_time", Double.toString(settings.executionMillis() / 1000.0));
    all.put("timeout_overflow_mode", "throw");
    all.put("max_threads", "1");
    all.put("input_format_parallel_parsing", "0");
    all.put("allow_suspicious_low_cardinality_types", "1");
    all.put("use_query_cache", "0");
    return all;
  }
}
