package org.datxa.bridge.clickhouse.internal.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.datxa.bridge.clickhouse.internal.payload.RowBatch;
import org.datxa.bridge.clickhouse.internal.payload.Structure;
import org.datxa.bridge.clickhouse.internal.sql.Sql;
import org.datxa.bridge.clickhouse.internal.table.Clauses;
import org.datxa.bridge.clickhouse.internal.table.Column;
import org.datxa.bridge.clickhouse.internal.table.TableShape;
import org.datxa.spi.Stamp;

/**
 * What only the server can tell of rows before they are inserted: the partition of each, the
 * columns with a DEFAULT that were not given, and which CHECK constraint a row breaks. Rule H1.
 */
final class StageQuery {
  private final TableShape shape;
  private final Structure given;
  private final List<Column> computed;
  private final List<String> checks;
  private final List<String> forced;

  StageQuery(RowBatch batch) {
    this.shape = batch.shape();
    this.given = batch.structure();
    this.computed =
        shape.columns().stream()
            .filter(column -> column.defaultKind().equals("DEFAULT") && !isGiven(column))
            .filter(column -> !column.isStamp())
            .collect(Collectors.toList());
    this.checks = new ArrayList<>(Clauses.checks(shape.definition()));
    this.checks.addAll(equalLengths());
    this.forced = forced();
  }

  /** Arrays of one nested structure must have one length; the insert would fail otherwise. */
  private List<String> equalLengths() {
    Map<String, String> first = new HashMap<>();
    List<String> equal = new ArrayList<>();
    Structure all = structure();
    for (int i = 0; i < all.names().size(); i++) {
      String name = all.names().get(i);
      int dot = name.indexOf('.');
      if (dot > 0 && all.types().get(i).startsWith("Array(")) {
        String length = "length(" + Sql.identifier(name) + ")";
        String other = first.putIfAbsent(name.substring(0, dot), length);
        if (other != null) {
          equal.add(other + " = " + length);
        }
      }
    }
    return equal;
  }

  /**
   * What the insert computes of each row. It may fail, and then it must do so before a decision.
   */
  private List<String> forced() {
    List<String> all = new ArrayList<>();
    shape.columns().stream()
        .filter(column -> column.defaultKind().equals("MATERIALIZED"))
        .forEach(column -> all.add(Sql.identifier(column.name())));
    if (!shape.sortingKey().isEmpty()) {
      Clauses.keyParts("(" + shape.sortingKey() + ")").stream()
          .filter(part -> shape.column(part.replace("`", "")).isEmpty())
          .forEach(all::add);
    }
    return all;
  }

  /** Whether there is nothing to ask. */
  boolean isNeedless() {
    return shape.isUnpartitioned() && computed.isEmpty() && checks.isEmpty() && forced.isEmpty();
  }

  /** The columns of a chunk: those given, then those computed. */
  Structure structure() {
    List<String> names = new ArrayList<>(given.names());
    List<String> types = new ArrayList<>(given.types());
    computed.forEach(column -> names.add(column.name()));
    computed.forEach(column -> types.add(column.type()));
    return new Structure(names, types);
  }

  List<String> checks() {
    return checks;
  }

  /** Three texts for each row: partition, computed columns in RowBinary, broken constraint. */
  String sql(byte[] rows, Stamp stamp) {
    return "SELECT "
        + partition()
        + ", "
        + defaults()
        + ", "
        + violation()
        + " FROM (SELECT *"
        + expressions()
        + " FROM (SELECT "
        + columns(stamp)
        + " FROM "
        + given.source(rows)
        + ")) FORMAT RowBinary";
  }

  private String partition() {
    return shape.isUnpartitioned()
        ? "'all'"
        : "toString(partitionID("
            + String.join(", ", Clauses.keyParts(shape.partitionKey()))
            + "))";
  }

  private String defaults() {
    return computed.isEmpty()
        ? "''"
        : computed.stream()
            .map(column -> Sql.identifier(column.name()))
            .collect(Collectors.joining(", ", "formatRow('RowBinary', ", ")"));
  }

  private String violation() {
    return forced.isEmpty()
        ? broken()
        : "if(ignore(" + String.join(", ", forced) + ") = 0, " + broken() + ", '')";
  }

  private String broken() {
    if (checks.isEmpty()) {
      return "''";
    }
    StringBuilder sql = new StringBuilder("multiIf(");
    for (int i = 0; i < checks.size(); i++) {
      sql.append("ifNull((").append(checks.get(i)).append("), 0) = 0, '").append(i).append("', ");
    }
    return sql.append("'')").toString();
  }

  private String expressions() {
    return shape.columns().stream()
        .filter(column -> column.isComputed() && !isGiven(column))
        .map(
            column ->
                ", CAST(("
                    + column.defaultExpression()
                    + "), "
                    + Sql.literal(column.type())
                    + ") AS "
                    + Sql.identifier(column.name()))
        .collect(Collectors.joining());
  }

  private String columns(Stamp stamp) {
    StringBuilder sql = new StringBuilder();
    for (int i = 0; i < given.names().size(); i++) {
      sql.append('c').append(i).append(" AS ").append(Sql.identifier(given.names().get(i)));
      sql.append(", ");
    }
    for (Column column : shape.columns()) {
      if (!isGiven(column) && !column.isComputed() && !column.isStamp()) {
        sql.append("defaultValueOfTypeName(").append(Sql.literal(column.type())).append(") AS ");
        sql.append(Sql.identifier(column.name())).append(", ");
      }
    }
    return sql
        + "toUUID('"
        + stamp.datTxn()
        + "') AS dat_txn, toInt64("
        + stamp.datTxTime()
        + ") AS dat_tx_time";
  }

  private boolean isGiven(Column column) {
    return given.names().contains(column.name());
  }
}
