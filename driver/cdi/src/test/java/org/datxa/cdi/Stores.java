package org.datxa.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.bridge.iceberg.IcebergTables;

/** Writes to each of four stores, through what is injected. */
@ApplicationScoped
public class Stores {
  private static final Schema LINES =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "note", Types.StringType.get()));

  @Inject
  @Store("shop")
  DataSource shop;

  @Inject
  @Store("facts")
  DataSource facts;

  @Inject
  @Store("graph")
  DrevoSession graph;

  @Inject IcebergTables lake; // the only one

  DataSource shop() {
    return shop;
  }

  DataSource facts() {
    return facts;
  }

  IcebergTables lake() {
    return lake;
  }

  void all(long id) throws SQLException {
    item(id);
    fact(id);
    node(id);
    line(id);
  }

  void item(long id) throws SQLException {
    insert(shop, "item", id);
  }

  void fact(long id) throws SQLException {
    insert(facts, "fact", id);
  }

  void node(long id) {
    graph.run("CREATE (:Item {id: $id, title: $title})", Map.of("id", id, "title", "item " + id));
  }

  void line(long id) {
    lake.table("shop.line").append(row(id));
  }

  static Record row(long id) {
    GenericRecord row = GenericRecord.create(LINES);
    row.setField("id", id);
    row.setField("note", "x");
    return row;
  }

  private static void insert(DataSource source, String table, long id) throws SQLException {
    try (Connection connection = source.getConnection()) {
      insert(connection, table, id);
    }
  }

  static void insert(Connection connection, String table, long id) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " (id, note) VALUES (?, ?)")) {
      insert.setLong(1, id);
      insert.setString(2, "x");
      insert.executeUpdate();
    }
  }
}
