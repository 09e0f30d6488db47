package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.datxa.lab.LabFault;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.bolt.Tags;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Result;
import org.neo4j.driver.Session;
import org.neo4j.driver.Transaction;

/** Prepare. */
class DrevoPrepareTest extends DrevoBehaviour {

  private static final String PREPARE = "CALL drevo.tx.prepare($gid)";

  @Test
  void b16_prepareAnswersTheGidAndWritesStayInvisible() {
    try (Session session = session();
        Transaction tx = session.beginTransaction()) {
      tx.run("CREATE (:A)").consume();
      Result result = tx.run(PREPARE, Map.of("gid", "b16"));
      assertThat(result.keys()).containsExactly("gid");
      assertThat(result.single().get("gid").asString()).isEqualTo("b16");
      assertThat(count()).isZero();
      tx.commit();
    }
    assertThat(count()).isZero();
    assertThat(preparedGids()).containsExactly("b16");
    resolve("commitPrepared", "b16");
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void b16_literalAndYieldDoToo() throws IOException {
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      assertThat(client.run(db, "CALL drevo.tx.prepare('b16') YIELD gid", Map.of()))
          .containsExactly(Map.of("gid", "b16"));
    }
    resolve("rollbackPrepared", "b16");
  }

  @Test
  void b17_commitAndRollbackAfterPrepareSucceedAndChangeNothing() throws IOException {
    for (int tag : new int[] {Tags.COMMIT, Tags.ROLLBACK}) {
      try (BoltClient client = prepared("b17")) {
        assertThat(client.ask(tag)).isEmpty();
        assertThat(preparedGids()).containsExactly("b17");
        assertThat(count()).isZero();
        assertThat(client.run(db, "RETURN 1 AS x", Map.of())).as("ready").hasSize(1);
      }
      resolve("rollbackPrepared", "b17");
    }
  }

  private BoltClient prepared(String gid) throws IOException {
    BoltClient client = begun();
    client.run(db, "CREATE (:A)", Map.of());
    client.run(db, PREPARE, Map.of("gid", gid));
    return client;
  }

  private BoltClient begun() throws IOException {
    BoltClient client = client();
    client.ask(Tags.BEGIN, Map.of("db", db));
    return client;
  }

  @Test
  void b18_anotherStatementAfterPrepareFails() throws IOException {
    for (String cypher : List.of("RETURN 1 AS x", PREPARE)) {
      try (BoltClient client = prepared("b18")) {
        assertRefused(
            () -> client.run(db, cypher, Map.of("gid", "b18")), EXECUTION, "open transaction");
      }
      resolve("rollbackPrepared", "b18");
    }
  }

  @Test
  void b19_prepareWithMoreOrOutsideFails() throws IOException {
    Map<String, Object> gid = Map.of("gid", "b19");
    try (BoltClient client = begun()) {
      Throwable failure =
          catchThrowable(() -> client.run(db, PREPARE + " YIELD gid RETURN gid", gid));
      assertThat(failure)
          .isInstanceOf(DrevoFailure.class)
          .hasMessageContaining("explicit transaction");
      client.ask(Tags.RESET);
      assertRefused(() -> client.run(db, PREPARE, gid), SEMANTIC, "explicit transaction");
    }
  }

  @Test
  void b19_gidThatIsNoStringIsRefusedAndResetRollsBack() throws IOException {
    try (BoltClient client = begun()) {
      client.run(db, "CREATE (:A)", Map.of());
      assertRefused(() -> client.run(db, PREPARE, Map.of("gid", 1L)), SEMANTIC, "drevo.tx.prepare");
      client.ask(Tags.RESET);
    }
    assertThat(count()).isZero();
    assertThat(preparedGids()).isEmpty();
  }

  @Test
  void b20_whenGraphMoved_prepareIsOutdatedAndLeavesNothing() throws IOException {
    try (BoltClient client = begun()) {
      client.run(db, "CREATE (:A)", Map.of());
      query("CREATE (:Other)");
      assertRefused(
          () -> client.run(db, PREPARE, Map.of("gid", "b20")), OUTDATED, "transaction conflict");
    }
    assertThat(preparedGids()).isEmpty();
    query("CREATE (:Other)");
  }

  @Test
  void b21_sameGidIsRefusedBeforeFenceAndConflict() throws IOException {
    try (BoltClient client = begun()) {
      query("CREATE (:Other)");
      prepare("b\"21");
      assertRefused(
          () -> client.run(db, PREPARE, Map.of("gid", "b\"21")),
          SEMANTIC,
          "already prepared",
          "\"b\\\"21\"");
    }
    resolve("rollbackPrepared", "b\"21");
  }

  @Test
  void b22_anotherGidMeetsTheFence() throws IOException {
    prepare("b22");
    try (BoltClient client = begun()) {
      assertRefused(() -> client.run(db, PREPARE, Map.of("gid", "other")), FENCE, "b22");
    }
    assertThat(preparedGids()).containsExactly("b22");
    resolve("rollbackPrepared", "b22");
  }

  @Test
  void b23_emptyTransactionCanBePrepared() throws IOException {
    try (BoltClient client = begun()) {
      client.run(db, PREPARE, Map.of("gid", "b23"));
    }
    assertThat(server().prepared(db).get(0).opCount()).isZero();
    assertRefused(() -> query("CREATE (:A)"), FENCE);
    resolve("commitPrepared", "b23");
    query("CREATE (:A)");
  }

  @Test
  void b24_constraintsOfCypherDoNothing() {
    query("CREATE CONSTRAINT one FOR (n:A) REQUIRE n.x IS UNIQUE");
    query("CREATE (:A {x: 1}), (:A {x: 1})");
    assertThat(count()).isEqualTo(2);
    assertThat(query("SHOW CONSTRAINTS")).isEmpty();
  }

  @Test
  void b24_violatedConstraintCanBeSimulated() throws IOException {
    needsSwitch();
    String code = "Neo.ClientError.Schema.ConstraintValidationFailed";
    server().fault(LabFault.before("RUN db=" + db + " tx=1 CALL drevo.tx.prepare").error(code));
    try (BoltClient client = begun()) {
      client.run(db, "CREATE (:A)", Map.of());
      assertRefused(() -> client.run(db, PREPARE, Map.of("gid", "b24")), code);
      client.ask(Tags.RESET);
    }
    assertThat(preparedGids()).isEmpty();
    assertThat(count()).isZero();
  }

  @Test
  void b25_failedPrepareLeavesTheTransactionClosed() throws IOException {
    prepare("b25");
    try (BoltClient client = begun()) {
      assertRefused(() -> client.run(db, PREPARE, Map.of("gid", "other")), FENCE);
      client.ask(Tags.RESET);
      assertRefused(() -> client.ask(Tags.COMMIT), INVALID);
    }
    resolve("rollbackPrepared", "b25");
  }
}
