package org.datxa.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.data.GenericRecord;
import org.datxa.DatXA;
import org.datxa.bridge.drevo.DrevoRecord;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.bridge.iceberg.DatXaTable;
import org.datxa.bridge.iceberg.IcebergTables;

/** Lists, accounts and ledgers in the stores of one transaction. */
final class Bank {
  private final DatXA datxa;
  private final Set<String> begun = new HashSet<>();

  Bank(DatXA datxa) {
    this.datxa = datxa;
  }

  void append(String store, String key, long element) throws SQLException {
    if (store.equals("graph")) {
      graph()
          .run(
              "MATCH (n:List {title: $title}) SET n.elements = n.elements + $more",
              Map.of("title", "list " + key, "more", element + ","));
    } else {
      update(store, "UPDATE list SET elements = elements || ? WHERE key = ?", element + ",", key);
    }
  }

  List<Long> read(String store, String key) throws SQLException {
    if (store.equals("graph")) {
      for (DrevoRecord row :
          graph()
              .run(
                  "MATCH (n:List {title: $title}) RETURN n.elements AS elements",
                  Map.of("title", "list " + key))) {
        return HistoryLog.Words.split((String) row.value("elements"));
      }
      throw new IllegalStateException("no list " + key);
    }
    try (Connection connection = connection(store);
        PreparedStatement statement =
            connection.prepareStatement("SELECT elements FROM list WHERE key = ?")) {
      statement.setString(1, key);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return HistoryLog.Words.split(rows.getString(1));
      }
    }
  }

  void add(String store, String account, long amount) throws SQLException {
    if (store.equals("graph")) {
      graph()
          .run(
              "MATCH (a:Account {title: $title}) SET a.balance = a.balance + $amount",
              Map.of("title", "account " + account, "amount", amount));
    } else {
      update(store, "UPDATE account SET balance = balance + ? WHERE name = ?", amount, account);
    }
  }

  /** A line of a ledger, which every store has. */
  void line(String store, long id, String note) throws SQLException {
    switch (store) {
      case "graph" ->
          graph()
              .run(
                  "CREATE (:Item {id: $id, title: $title, note: $note})",
                  Map.of("id", id, "title", "item " + id, "note", note));
      case "ch" -> update(store, "INSERT INTO fact (id, note) VALUES (?, ?)", id, note);
      case "lake" -> {
        DatXaTable table = datxa.facade("lake", IcebergTables.class).table("shop.line");
        GenericRecord row = GenericRecord.create(table.asIcebergTable().schema());
        row.setField("id", id);
        row.setField("note", note);
        table.append(row);
      }
      default -> update(store, "INSERT INTO item VALUES (?, ?)", id, note);
    }
  }

  private DrevoSession graph() {
    return datxa.facade("graph", DrevoSession.class);
  }

  private void update(String store, String sql, Object... values) throws SQLException {
    try (Connection connection = connection(store);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      if (statement.executeUpdate() != 1) {
        throw new IllegalStateException("not one row by " + sql);
      }
    }
  }

  /** The store "two" is serializable, "one" is not. */
  private Connection connection(String store) throws SQLException {
    Connection connection = datxa.dataSource(store).getConnection();
    if (store.equals("two") && begun.add(store)) {
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    }
    return connection;
  }
}
