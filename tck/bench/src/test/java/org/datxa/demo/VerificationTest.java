package org.datxa.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.iceberg.expressions.Expressions;
import org.datxa.lab.Lab;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Loads a little, then breaks one store after the other. Each break adds to those before it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class VerificationTest {
  private static final double SCALE = 0.0002;

  @TempDir static Path log;
  private static Places places;

  @BeforeAll
  static void load() throws Exception {
    places = Places.in(Lab.create(), Variant.USUAL);
    DemoWorker.main(
        new String[] {
          places.writeConfiguration().toString(),
          Variant.USUAL.manager(),
          log.toString(),
          Double.toString(SCALE),
          "100"
        });
  }

  @AfterAll
  static void end() {
    places.close();
  }

  private static List<String> mismatches() throws Exception {
    return new Verification(Tpch.generate(SCALE), new Inventory(places)).run();
  }

  private static void execute(Connection opened, String sql) throws SQLException {
    try (Connection connection = opened;
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isEqualTo(1);
    }
  }

  @Test
  @Order(1)
  void whatWasLoaded_agrees() throws Exception {
    assertThat(mismatches()).isEmpty();
  }

  @Test
  @Order(2)
  void balanceThatIsOneCentOff_isFound() throws Exception {
    execute(
        places.connectLedger(), "UPDATE customers SET balance = balance + 0.01 WHERE custkey = 1");
    assertThat(mismatches()).hasSize(2).allMatch(it -> it.contains("customer 1 "));
  }

  @Test
  @Order(3)
  void factsThatCameTwice_areFound() throws Exception {
    places.queryFacts(
        "INSERT INTO $db.lines SELECT * FROM $db.lines WHERE orderkey = 1 AND linenumber = 1");
    assertThat(mismatches())
        .anyMatch(
            it -> it.startsWith("lines in ClickHouse: line 1.1 ") && it.endsWith("too often"));
  }

  @Test
  @Order(4)
  void monthThatIsGoneFromTheLake_isFound() throws Exception {
    places
        .lakeLines()
        .newDelete()
        .deleteFromRowFilter(
            Expressions.and(
                Expressions.greaterThanOrEqual("shipdate", "1995-03-01"),
                Expressions.lessThan("shipdate", "1995-04-01")))
        .commit();
    assertThat(mismatches())
        .anyMatch(it -> it.startsWith("lines in Iceberg: ") && it.endsWith("missing"));
  }

  @Test
  @Order(5)
  void relationThatIsGoneFromTheGraph_isFound() throws Exception {
    places.queryGraph("MATCH (:Order {title: 'order 1'})-[h:HOLDS {number: 1}]->() DELETE h");
    assertThat(mismatches())
        .anyMatch(it -> it.startsWith("relations in drevo: order 1.1 ") && it.endsWith("missing"));
  }

  @Test
  @Order(6)
  void transactionThatNeverEnded_isFound() throws Exception {
    execute(
        places.connectJournal(),
        "UPDATE datxa.dat_journal SET state = 'COMMITTED' WHERE dat_txn ="
            + " (SELECT max(dat_txn::text)::uuid FROM datxa.dat_journal)");
    assertThat(mismatches()).anyMatch(it -> it.endsWith("neither DONE nor ABORTED"));
  }
}
