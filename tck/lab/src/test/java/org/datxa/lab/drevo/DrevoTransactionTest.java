package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.bolt.Tags;
import org.datxa.lab.drevo.graph.Behaviour;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.TransactionConfig;

/** Explicit transactions. */
class DrevoTransactionTest extends DrevoBehaviour {

  @Test
  void b11_writesAreVisibleToTheirTransactionOnlyUntilCommit() {
    try (Session session = session();
        Transaction tx = session.beginTransaction()) {
      tx.run("CREATE (:A)").consume();
      assertThat(tx.run("MATCH (n:A) RETURN count(n) AS c").single().get("c").asInt()).isEqualTo(1);
      assertThat(count()).isZero();
      tx.commit();
    }
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void b12_whenAnythingElseCommits_commitIsOutdatedAndNothingIsApplied() throws IOException {
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run(db, "CREATE (:Mine)", Map.of());
      query("CREATE (:Unrelated)");

      assertRefused(() -> client.ask(Tags.COMMIT), OUTDATED, "transaction conflict");

      assertThat(query("MATCH (n:Mine) RETURN n")).isEmpty();
      client.send(Tags.BEGIN, Map.of());
      assertThat(client.receive().tag()).as("failed").isEqualTo(Tags.IGNORED);
    }
  }

  @Test
  void b12_driverRetriesWhatIsOutdated() {
    try (Session session = session()) {
      int[] attempts = {0};
      session.executeWriteWithoutResult(
          tx -> {
            tx.run("CREATE (:Mine)").consume();
            if (attempts[0]++ == 0) {
              query("CREATE (:Unrelated)");
            }
          });
      assertThat(attempts[0]).isEqualTo(2);
    }
    assertThat(count()).isEqualTo(2);
  }

  @Test
  void b13_whenNothingWasWritten_commitIsCheckedAllTheSame() throws IOException {
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run(db, "MATCH (n) RETURN n", Map.of());
      query("CREATE (:Unrelated)");
      assertRefused(() -> client.ask(Tags.COMMIT), OUTDATED);
      client.ask(Tags.RESET);
      prepare("b13");
      client.ask(Tags.BEGIN, Map.of("db", db));
      assertRefused(() -> client.ask(Tags.COMMIT), FENCE);
    }
    resolve("rollbackPrepared", "b13");
  }

  @Test
  void b13_whenSwitchedOff_commitWithoutWritesSucceeds() throws IOException {
    needsSwitch();
    server().behave(Behaviour.asObserved().readOnlyChecked(false));
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      query("CREATE (:Unrelated)");
      assertThat(client.ask(Tags.COMMIT)).isEmpty();
    }
  }

  @Test
  void b14_failedStatementRollsBack() throws IOException {
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run(db, "CREATE (:A)", Map.of());
      assertRefused(() -> client.run(db, "NONSENSE", Map.of()), SYNTAX);
      client.ask(Tags.RESET);
      assertRefused(() -> client.ask(Tags.COMMIT), INVALID);
    }
    assertThat(count()).isZero();
  }

  @Test
  void b14_resetGoodbyeAndBrokenConnectionRollBack() throws IOException {
    for (int tag : new int[] {Tags.RESET, Tags.GOODBYE, 0}) {
      try (BoltClient client = client()) {
        client.ask(Tags.BEGIN, Map.of("db", db));
        client.run(db, "CREATE (:A)", Map.of());
        if (tag != 0) {
          client.send(tag);
        }
      }
      query("CREATE (:Other)");
      assertThat(query("MATCH (n:A) RETURN n")).isEmpty();
    }
  }

  @Test
  void b15_readModeAndTimeoutDoNothing() {
    SessionConfig reading =
        SessionConfig.builder().withDatabase(db).withDefaultAccessMode(AccessMode.READ).build();
    try (Session session = driver().session(reading);
        Transaction tx =
            session.beginTransaction(
                TransactionConfig.builder().withTimeout(java.time.Duration.ofMillis(1)).build())) {
      tx.run("UNWIND range(1, 2000) AS i CREATE (:A)").consume();
      tx.commit();
    }
    assertThat(count()).isEqualTo(2000);
  }
}
