package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.bolt.Tags;
import org.datxa.lab.drevo.graph.Behaviour;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fence: other writers while something is prepared. */
class DrevoFenceTest extends DrevoBehaviour {

  private static final String GID = "pending";

  @BeforeEach
  void raise() {
    query("CREATE (:Old)");
    prepare(GID);
  }

  @AfterEach
  void lower() {
    if (preparedGids().contains(GID)) {
      resolve("rollbackPrepared", GID);
    }
  }

  @Test
  void b26_autocommitWriteFailsAtRun() throws IOException {
    try (BoltClient client = client()) {
      assertRefused(
          () -> client.ask(Tags.RUN, "CREATE (:A)", Map.of(), Map.of("db", db)),
          FENCE,
          "writes are paused",
          "\"" + GID + "\"",
          "retry");
    }
    assertRefused(() -> query("MATCH (n:Old) DELETE n"), FENCE);
    assertRefused(() -> query("MATCH (n:Old) SET n.x = 1"), FENCE);
  }

  @Test
  void b27_otherTransactionWorksAndFailsAtCommit() throws IOException {
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run(db, "CREATE (:A)", Map.of());
      assertThat(client.run(db, "MATCH (n) RETURN n", Map.of())).hasSize(2);
      assertRefused(() -> client.ask(Tags.COMMIT), FENCE, GID);
    }
  }

  @Test
  void b28_readsSucceedAndShowWhatWasBefore() {
    assertThat(query("MATCH (n) RETURN labels(n) AS l")).hasSize(1);
  }

  @Test
  void b29_otherDatabasesAreNotFenced() {
    String other = server().newDatabase("b29");
    server().query(other, "CREATE (:A)", Map.of());
    prepare(other, GID);
    assertThat(server().prepared(other)).hasSize(1);
    server().query(other, "CALL drevo.tx.commitPrepared($gid)", Map.of("gid", GID));
    assertThat(preparedGids()).as("a gid is of one database").containsExactly(GID);
  }

  @Test
  void b30_afterResolutionWritesSucceed() {
    resolve("commitPrepared", GID);
    query("CREATE (:A)");
    assertThat(count()).isEqualTo(3);
  }

  @Test
  void b30_transactionBegunBeforeResolutionIsOutdated() throws IOException {
    for (String resolution : new String[] {"commitPrepared", "rollbackPrepared"}) {
      try (BoltClient client = client()) {
        client.ask(Tags.BEGIN, Map.of("db", db));
        client.run(db, "CREATE (:A)", Map.of());
        resolve(resolution, GID);
        assertRefused(() -> client.ask(Tags.COMMIT), OUTDATED);
      }
      raiseAgain();
    }
  }

  private void raiseAgain() {
    query("MATCH (n:P) DELETE n");
    prepare(GID);
  }

  @Test
  void b30_transactionBegunBeforePrepareIsOutdatedAfterRollback() throws IOException {
    resolve("rollbackPrepared", GID);
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run(db, "CREATE (:A)", Map.of());
      prepare(GID);
      resolve("rollbackPrepared", GID);
      assertRefused(() -> client.ask(Tags.COMMIT), OUTDATED);
    }
  }

  @Test
  void b30_whenSwitchedOff_rollbackDoesNotMoveTheGraph() throws IOException {
    needsSwitch();
    server().behave(Behaviour.asObserved().rollbackReplaces(false));
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run(db, "CREATE (:A)", Map.of());
      resolve("rollbackPrepared", GID);
      assertThat(client.ask(Tags.COMMIT)).isEmpty();
    }
  }
}
