package org.datxa.bench;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.datxa.bridge.drevo.DrevoSession;

/** The rows that each transaction writes to each store. */
final class BedRows {
  static final int ROWS = 10;
  static final String TABLE = "CREATE TABLE sales (id bigint, day date, price numeric(15, 2))";
  static final Schema LAKE =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.required(2, "day", Types.DateType.get()),
          Types.NestedField.required(3, "price", Types.DecimalType.of(15, 2)));
  private static final String INSERT = "INSERT INTO sales (id, day, price) VALUES (?, ?, ?)";
  private static final LocalDate DAY = LocalDate.of(2026, 1, 1);
  private static final BigDecimal PRICE = new BigDecimal("12.34");

  private BedRows() {}

  static void write(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection()) {
      write(connection);
    }
  }

  static void write(Connection connection) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      for (long id = 0; id < ROWS; id++) {
        insert.setLong(1, id);
        insert.setObject(2, DAY);
        insert.setBigDecimal(3, PRICE);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  static void write(DrevoSession graph) {
    String cypher =
        "UNWIND range(1, $rows) AS id CREATE (:Sale {id: id, day: $day, price: $price})";
    graph.run(cypher, Map.of("rows", ROWS, "day", DAY, "price", PRICE.toString()));
  }

  static List<Record> records() {
    List<Record> records = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      Record record = GenericRecord.create(LAKE);
      record.setField("id", id);
      record.setField("day", DAY);
      record.setField("price", PRICE);
      records.add(record);
    }
    return records;
  }
}
