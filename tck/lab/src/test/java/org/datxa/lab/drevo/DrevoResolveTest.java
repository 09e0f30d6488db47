package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.datxa.lab.LabFault;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.bolt.Tags;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Result;
import org.neo4j.driver.Session;

/** Resolution of what is prepared. */
class DrevoResolveTest extends DrevoBehaviour {

  @Test
  void b31_commitPreparedFromElsewhereAppliesEverything() throws IOException {
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run(db, "CREATE (a:A {title: 'a'})-[:R {x: 1}]->(b:B)", Map.of());
      client.run(db, "MATCH (a:A) SET a.y = 2", Map.of());
      client.run(db, "CALL drevo.tx.prepare('b31')", Map.of());
    }
    assertThat(resolve("commitPrepared", "b31")).containsExactly(Map.of("gid", "b31"));
    assertThat(query("MATCH (a:A)-[r:R]->(b:B) RETURN a.title AS t, a.y AS y, r.x AS x"))
        .containsExactly(Map.of("t", "a", "y", 2L, "x", 1L));
  }

  @Test
  void b32_rollbackPreparedLeavesNoTrace() {
    prepare("b32");
    assertThat(resolve("rollbackPrepared", "b32")).containsExactly(Map.of("gid", "b32"));
    assertThat(count()).isZero();
    assertThat(preparedGids()).isEmpty();
    query("CREATE (:A {title: 'prepared b32'})");
  }

  @Test
  void b33_secondResolutionIsOfAnUnknownGid() {
    for (String first : List.of("commitPrepared", "rollbackPrepared")) {
      prepare("b33 " + first);
      resolve(first, "b33 " + first);
      for (String second : List.of("commitPrepared", "rollbackPrepared", "heuristicRollback")) {
        assertRefused(
            () -> resolve(second, "b33 " + first),
            SEMANTIC,
            "no transaction is prepared",
            "\"b33 " + first + "\"");
      }
    }
  }

  @Test
  void b34_heuristicRollbackIsRemembered() {
    prepare("b34");
    assertThat(resolve("heuristicRollback", "b34")).containsExactly(Map.of("gid", "b34"));
    query("CREATE (:A)");
    assertRefused(() -> resolve("commitPrepared", "b34"), SEMANTIC, "heuristically");
    assertThat(resolve("rollbackPrepared", "b34")).hasSize(1);
    assertThat(resolve("rollbackPrepared", "b34")).as("repeatable").hasSize(1);
    assertRefused(
        () -> resolve("heuristicRollback", "b34"), SEMANTIC, "no transaction is prepared");
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void b35_preparingAgainClearsTheHeuristicMark() {
    prepare("b35");
    resolve("heuristicRollback", "b35");
    prepare("b35");
    resolve("commitPrepared", "b35");
    assertThat(count()).isEqualTo(1);
    assertRefused(() -> resolve("rollbackPrepared", "b35"), SEMANTIC, "no transaction is prepared");
  }

  @Test
  void b36_listTellsGidTimeAndNumberOfWrites() {
    try (Session session = session()) {
      Result empty = session.run("CALL drevo.tx.listPrepared()");
      assertThat(empty.keys()).containsExactly("gid", "preparedAt", "opCount");
      assertThat(empty.list()).isEmpty();
      prepare("b36");
      var row = session.run("CALL drevo.tx.listPrepared()").single();
      assertThat(row.get("gid").asString()).isEqualTo("b36");
      assertThat(Instant.parse(row.get("preparedAt").asString())).isNotNull();
      assertThat(row.get("opCount").asLong()).isEqualTo(1);
    }
    resolve("rollbackPrepared", "b36");
  }

  @Test
  void b37_whenTheLogFails_itStaysPreparedAndARetrySucceeds() {
    needsSwitch();
    for (LabFault fault :
        List.of(LabFault.before("LOG.*commitPrepared"), LabFault.after("LOG.*commitPrepared"))) {
      prepare("b37");
      server().fault(fault.error(EXECUTION));
      assertRefused(() -> resolve("commitPrepared", "b37"), EXECUTION, "write-ahead log");
      assertThat(preparedGids()).containsExactly("b37");
      assertRefused(() -> query("CREATE (:A)"), FENCE);
      server().restart();
      assertThat(preparedGids()).containsExactly("b37");
      resolve("commitPrepared", "b37");
      assertThat(count()).isEqualTo(1);
      query("MATCH (n) DELETE n");
    }
  }

  @Test
  void b37_whenTheLogFails_nothingIsCommittedOrPrepared() throws IOException {
    needsSwitch();
    server().fault(LabFault.before("LOG db=" + db + " (commit|prepare)").error(EXECUTION).times(2));
    for (String last : List.of("COMMIT", "CALL drevo.tx.prepare('b37')")) {
      try (BoltClient client = client()) {
        client.ask(Tags.BEGIN, Map.of("db", db));
        client.run(db, "CREATE (:A)", Map.of());
        assertRefused(
            () -> {
              if (last.equals("COMMIT")) {
                client.ask(Tags.COMMIT);
              } else {
                client.run(db, last, Map.of());
              }
            },
            EXECUTION,
            "write-ahead log");
      }
      assertThat(count()).isZero();
      assertThat(preparedGids()).isEmpty();
    }
  }

  @Test
  void q2_resolutionInsideATransactionIsRefused() throws IOException {
    prepare("inside");
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      assertRefused(
          () -> client.run(db, "CALL drevo.tx.commitPrepared('inside')", Map.of()),
          "Neo.DatabaseError.General.UnknownError");
    }
    resolve("rollbackPrepared", "inside");
  }
}
