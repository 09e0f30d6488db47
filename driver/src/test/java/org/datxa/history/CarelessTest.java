package org.datxa.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.checker.history.Anomaly;
import org.datxa.checker.history.Level;
import org.datxa.checker.history.ListAppend;
import org.datxa.checker.history.Op;
import org.datxa.checker.history.Txn;
import org.datxa.lab.Lab;
import org.datxa.lab.LabPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two real databases without anybody who keeps them together: each anomaly happens and is told. */
class CarelessTest {
  private final LabPostgres postgres = Lab.shared().postgres();
  private final Map<String, String> databases = new LinkedHashMap<>();
  private final List<Careless> begun = new ArrayList<>();

  @BeforeEach
  void create() {
    for (String store : List.of("one", "two")) {
      String database = postgres.newDatabase("careless_" + store);
      databases.put(store, database);
      postgres.execute(
          database, "CREATE TABLE list (key text PRIMARY KEY, elements text NOT NULL)");
      postgres.execute(database, "INSERT INTO list VALUES ('x', ''), ('y', '')");
    }
  }

  @AfterEach
  void close() throws SQLException {
    for (Careless one : begun) {
      one.close();
    }
  }

  @Test
  void whenCommittedOneStoreAfterTheOther_theyAreOverwrittenInBothOrders() throws SQLException {
    Careless first = begin("T1");
    first.append("one", "x", 1);
    first.commit("one");
    Careless second = begin("T2");
    second.append("one", "x", 2);
    second.append("two", "x", 2);
    second.commit("one", "two");
    first.append("two", "x", 1);
    first.commit("two");
    assertThat(forbidden(Level.READ_COMMITTED)).containsExactly("G0 all stores");
  }

  @Test
  void whenCommittedOneStoreAfterTheOther_theySeeOneAnother() throws SQLException {
    Careless first = begin("T1");
    first.append("one", "x", 1);
    first.commit("one");
    Careless second = begin("T2");
    second.read("one", "x");
    second.append("two", "x", 2);
    second.commit("one", "two");
    first.read("two", "x");
    first.commit("two");
    assertThat(forbidden(Level.READ_COMMITTED)).containsExactly("G1C all stores");
  }

  @Test
  void whenOneStoreCommitsAndTheOtherRollsBack_halfOfItIsSeen() throws SQLException {
    Careless first = begin("T1");
    first.append("one", "x", 1);
    first.append("two", "x", 1);
    first.commit("one");
    Careless second = begin("T2");
    second.read("one", "x");
    second.commit("one");
    first.rollback("two");
    assertThat(forbidden(Level.READ_COMMITTED))
        .containsExactlyInAnyOrder("G1A one", "HALF all stores");
  }

  @Test
  void atReadCommitted_aStoreIsNotSerializable() throws SQLException {
    Careless first = begin("T1");
    Careless second = begin("T2");
    first.read("one", "x");
    second.read("one", "y");
    first.append("one", "y", 1);
    second.append("one", "x", 2);
    first.commit("one");
    second.commit("one");
    assertThat(forbidden(Level.SERIALIZABLE)).containsExactly("G2 one");
    assertThat(forbidden(Level.READ_COMMITTED)).isEmpty();
  }

  private Careless begin(String name) {
    Careless one = new Careless(name);
    begun.add(one);
    return one;
  }

  private List<String> forbidden(Level level) throws SQLException {
    List<Op.Read> finals = new ArrayList<>();
    Careless last = new Careless("end");
    for (String store : databases.keySet()) {
      last.read(store, "x");
      last.read(store, "y");
    }
    last.ops.forEach(it -> finals.add((Op.Read) it));
    last.close();
    List<Anomaly> found =
        ListAppend.check(
            begun.stream().map(Careless::txn).toList(), finals, Map.of("one", level, "two", level));
    return ListAppend.forbidden(found).stream().map(it -> it.kind() + " " + it.scope()).toList();
  }

  /** One that works in both databases and commits in each when it likes. */
  private final class Careless {
    private final String name;
    private final List<Op> ops = new ArrayList<>();
    private final Map<String, Connection> connections = new LinkedHashMap<>();
    private Txn.End end = Txn.End.COMMITTED;

    Careless(String name) {
      this.name = name;
    }

    private Connection in(String store) throws SQLException {
      Connection connection = connections.get(store);
      if (connection == null) {
        connection = postgres.connect(databases.get(store));
        connection.setAutoCommit(false);
        connections.put(store, connection);
      }
      return connection;
    }

    void append(String store, String key, long element) throws SQLException {
      try (PreparedStatement update =
          in(store).prepareStatement("UPDATE list SET elements = elements || ? WHERE key = ?")) {
        update.setString(1, element + ",");
        update.setString(2, key);
        update.executeUpdate();
      }
      ops.add(new Op.Append(store, key, element));
    }

    void read(String store, String key) throws SQLException {
      try (PreparedStatement query =
          in(store).prepareStatement("SELECT elements FROM list WHERE key = ?")) {
        query.setString(1, key);
        try (ResultSet rows = query.executeQuery()) {
          rows.next();
          ops.add(new Op.Read(store, key, HistoryLog.Words.split(rows.getString(1))));
        }
      }
    }

    void commit(String... stores) throws SQLException {
      for (String store : stores) {
        in(store).commit();
      }
    }

    void rollback(String store) throws SQLException {
      in(store).rollback();
      end = Txn.End.ABORTED;
    }

    Txn txn() {
      return new Txn(name, end, ops);
    }

    void close() throws SQLException {
      for (Connection connection : connections.values()) {
        connection.close();
      }
    }
  }
}
