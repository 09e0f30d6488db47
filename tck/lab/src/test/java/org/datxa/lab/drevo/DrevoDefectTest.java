package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.bolt.Tags;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.Transaction;

/** The connection that is marked as prepared although it was reset. */
class DrevoDefectTest extends DrevoBehaviour {

  @Test
  void b48_asObserved_nextCommitSaysSuccessAndDoesNothing() throws IOException {
    commitAfterReset();
    assertThat(count()).isZero();
  }

  @Test
  void b48_withoutTheDefect_nextCommitCommits() throws IOException {
    needsSwitch();
    server().defect(false);
    commitAfterReset();
    assertThat(count()).isEqualTo(1);
  }

  private void commitAfterReset() throws IOException {
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run(db, "CALL drevo.tx.prepare('b48')", Map.of());
      assertRefused(() -> client.run(db, "NONSENSE", Map.of()), SYNTAX);
      client.ask(Tags.RESET);
      resolve("rollbackPrepared", "b48");
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run(db, "CREATE (:Lost)", Map.of());
      assertThat(client.ask(Tags.COMMIT)).isEmpty();
    }
  }

  @Test
  void b48_officialDriverLosesAWriteThatWay() {
    needsSwitch();
    Config one = Config.builder().withMaxConnectionPoolSize(1).build();
    try (Driver driver = GraphDatabase.driver(server().boltUri(), AuthTokens.none(), one)) {
      try (Session session = driver.session(SessionConfig.forDatabase(db));
          Transaction tx = session.beginTransaction()) {
        tx.run("CALL drevo.tx.prepare('b48')").consume();
        assertRefused(() -> tx.run("NONSENSE").consume(), SYNTAX);
      }
      resolve("rollbackPrepared", "b48");
      try (Session session = driver.session(SessionConfig.forDatabase(db));
          Transaction tx = session.beginTransaction()) {
        tx.run("CREATE (:Lost)").consume();
        tx.commit();
      }
    }
    assertThat(count()).isZero();
  }
}
