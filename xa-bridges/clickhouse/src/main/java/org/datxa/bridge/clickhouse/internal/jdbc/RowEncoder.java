package org.datxa.bridge.clickhouse.internal.jdbc;

import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.datxa.bridge.clickhouse.internal.payload.RowBatch;
import org.datxa.bridge.clickhouse.internal.payload.Structure;
import org.datxa.bridge.clickhouse.internal.sql.InsertStatement;
import org.datxa.bridge.clickhouse.internal.sql.InsertStatement.Placeholder;
import org.datxa.bridge.clickhouse.internal.table.Column;
import org.datxa.bridge.clickhouse.internal.table.TableShape;
import org.datxa.bridge.clickhouse.internal.type.ColumnType;
import org.datxa.bridge.clickhouse.internal.type.ColumnTypes;
import org.datxa.bridge.clickhouse.internal.type.ValueRefused;

/** Encodes the rows of one INSERT, with every value checked against its column. */
final class RowEncoder {
  private final InsertStatement insert;
  private final TableShape shape;
  private final Structure structure;
  private final List<ColumnType> types = new ArrayList<>();

  private RowEncoder(InsertStatement insert, TableShape shape, List<Column> columns)
      throws SQLException {
    this.insert = insert;
    this.shape = shape;
    this.structure =
        new Structure(
            columns.stream().map(Column::name).collect(Collectors.toList()),
            columns.stream().map(Column::type).collect(Collectors.toList()));
    ColumnTypes reader = new ColumnTypes(ZoneId.of(shape.zone()));
    for (Column column : columns) {
      try {
        types.add(reader.read(column.type()));
      } catch (ValueRefused e) {
        throw SqlErrors.of("Column " + column.name() + " of " + shape.name(), e);
      }
    }
  }

  static RowEncoder of(InsertStatement insert, TableShape shape) throws SQLException {
    List<Column> columns = insert.columns().isEmpty() ? all(shape) : named(insert, shape);
    RowEncoder encoder = new RowEncoder(insert, shape, columns);
    for (List<Object> row : insert.rows()) {
      encoder.requireWidth(row.size());
    }
    return encoder;
  }

  private static List<Column> all(TableShape shape) {
    return shape.columns().stream()
        .filter(column -> column.isInsertable() && !column.isStamp())
        .collect(Collectors.toList());
  }

  private static List<Column> named(InsertStatement insert, TableShape shape) throws SQLException {
    List<Column> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String name : insert.columns()) {
      Column column =
          shape
              .column(name)
              .orElseThrow(
                  () -> new SQLException("No column " + name + " in " + shape.name(), "42S22"));
      if (column.isStamp()) {
        throw SqlErrors.refused("Column " + name + " is filled by DatXA; leave it out");
      }
      if (!column.isInsertable()) {
        throw SqlErrors.refused(
            "Column " + name + " is " + column.defaultKind() + "; leave it out");
      }
      if (!seen.add(name)) {
        throw new SQLException("Column " + name + " is named twice", "42701");
      }
      columns.add(column);
    }
    return columns;
  }

  private void requireWidth(int values) throws SQLException {
    if (values != types.size()) {
      throw new SQLException(
          "A row has "
              + values
              + " values for the "
              + types.size()
              + " columns "
              + structure.names()
              + " of "
              + shape.name()
              + " (dat_txn and dat_tx_time are filled"
              + " by DatXA)",
          "21S01");
    }
  }

  RowBatch newBatch() {
    return new RowBatch(shape, structure);
  }

  /** Appends all rows of the statement, or none. */
  void encode(Object[] parameters, RowBatch batch) throws SQLException {
    RowBatch rows = new RowBatch(shape, structure);
    for (List<Object> row : insert.rows()) {
      for (int i = 0; i < types.size(); i++) {
        write(i, fill(row.get(i), parameters), rows);
      }
      rows.endRow();
    }
    batch.append(rows);
  }

  private void write(int index, Object value, RowBatch rows) throws SQLException {
    try {
      types.get(index).write(value, rows.data());
    } catch (ValueRefused e) {
      throw SqlErrors.of("Column " + structure.names().get(index) + " of " + shape.name(), e);
    }
  }

  private static Object fill(Object cell, Object[] parameters) {
    if (cell instanceof Placeholder placeholder) {
      return parameters[placeholder.index()];
    }
    if (cell instanceof List<?> list) {
      List<Object> filled = new ArrayList<>();
      list.forEach(item -> filled.add(fill(item, parameters)));
      return filled;
    }
    if (cell instanceof Map<?, ?> map) {
      Map<Object, Object> filled = new LinkedHashMap<>();
      map.forEach((key, item) -> filled.put(fill(key, parameters), fill(item, parameters)));
      return filled;
    }
    return cell;
  }
}
