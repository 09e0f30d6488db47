package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.bolt.Tags;
import org.datxa.lab.drevo.pack.Structure;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;

/** Transport and session. */
class DrevoTransportTest extends DrevoBehaviour {

  private static final int ROUTE = 0x66;
  private static final int LOGON = 0x6A;

  @Test
  void b01_picksVersion44WithoutLookingAtRanges() throws IOException {
    assertThat(chosen(0x1FF, 0x00080805, 0x00020404, 3)).isEqualTo(0x0404);
    assertThat(chosen(0x00070705, 0x00020404, 0x0104, 3)).isEqualTo(0x0404);
    assertThat(chosen(0x0304, 0, 0, 0)).isEqualTo(0x0304);
    assertThat(chosen(0x0304, 0x0404, 0, 0)).as("the client's order").isEqualTo(0x0304);
  }

  @Test
  void b01_whenNoVersionIsKnown_answersZerosAndCloses() throws IOException {
    try (BoltClient client = BoltClient.connect(server().host(), server().port())) {
      assertThat(client.handshake(0x0105, 0x0104, 3, 0)).isZero();
      assertThatThrownBy(client::receive).isInstanceOf(EOFException.class);
    }
  }

  private static int chosen(int... proposals) throws IOException {
    try (BoltClient client = BoltClient.connect(server().host(), server().port())) {
      return client.handshake(proposals);
    }
  }

  @Test
  void b02_helloTellsServerAndConnectionOnly() throws IOException {
    try (BoltClient client = BoltClient.connect(server().host(), server().port())) {
      client.handshake(0x0404, 0, 0, 0);
      Map<?, ?> reply = client.ask(Tags.HELLO, hello(server().user(), server().password()));

      assertThat(reply.keySet()).isEqualTo(java.util.Set.of("server", "connection_id"));
      assertThat((String) reply.get("server")).startsWith("Neo4j/").contains("drevo");
    }
  }

  private static Map<String, Object> hello(String user, String password) {
    return Map.of("scheme", "basic", "principal", user, "credentials", password);
  }

  @Test
  void b03_anyCredentialsDoByDefault() {
    needsSwitch();
    try (Driver driver =
        GraphDatabase.driver(server().boltUri(), AuthTokens.basic("some", "body"))) {
      driver.verifyConnectivity();
    }
  }

  @Test
  void b03_whenAuthenticationIsOn_othersAreDeniedAndTheConnectionCloses() throws IOException {
    needsSwitch();
    try (LabDrevo closed =
            LabDrevo.builder()
                .embedded(java.time.Clock.systemUTC())
                .authentication("me", "right")
                .start();
        BoltClient client = BoltClient.connect(closed.host(), closed.port());
        Driver driver = newDriver(closed)) {
      client.handshake(0x0404, 0, 0, 0);
      assertRefused(
          () -> client.ask(Tags.HELLO, hello("me", "wrong")),
          "Neo.ClientError.Security.Unauthorized");
      assertThatThrownBy(client::receive).isInstanceOf(EOFException.class);
      driver.verifyConnectivity();
      assertThat(closed.query("drevo", "RETURN 1 AS x", Map.of())).hasSize(1);
    }
  }

  @Test
  void b04_whatIsNotUnderstoodDoesNotFailTheSession() throws IOException {
    try (BoltClient client = client()) {
      assertRefused(() -> client.ask(ROUTE, Map.of(), List.of(), Map.of()), INVALID_FORMAT);
      assertRefused(() -> client.ask(LOGON, Map.of()), INVALID_FORMAT);
      assertRefused(() -> client.ask(Tags.PULL), INVALID_FORMAT);
      assertThat(client.run(db, "RETURN 1 AS x", Map.of())).containsExactly(Map.of("x", 1L));
    }
  }

  @Test
  void b05_afterFailureEverythingIsIgnoredUntilReset() throws IOException {
    try (BoltClient client = client()) {
      assertRefused(() -> client.run(db, "NONSENSE", Map.of()), SYNTAX);
      for (int tag : new int[] {Tags.COMMIT, Tags.ROLLBACK}) {
        client.send(tag);
        assertThat(client.receive().tag()).isEqualTo(Tags.IGNORED);
      }
      client.send(Tags.BEGIN, Map.of());
      assertThat(client.receive().tag()).isEqualTo(Tags.IGNORED);

      assertThat(client.ask(Tags.RESET)).isEmpty();
      assertThat(client.run(db, "RETURN 1 AS x", Map.of())).hasSize(1);
    }
  }

  @Test
  void b06_repliesTellNothingMore() throws IOException {
    try (BoltClient client = client()) {
      assertThat(client.ask(Tags.BEGIN, Map.of("db", db))).isEmpty();
      assertThat(client.ask(Tags.RUN, "CREATE (n:A) RETURN 1 AS x", Map.of(), Map.of()))
          .isEqualTo(Map.of("fields", List.of("x")));
      client.send(Tags.PULL, Map.of("n", -1L));
      assertThat(client.receive().tag()).isEqualTo(Tags.RECORD);
      assertThat(client.receive().fields())
          .containsExactly(Map.of("has_more", false, "type", "rw"));
      assertThat(client.ask(Tags.COMMIT)).isEmpty();
      assertThat(client.ask(Tags.BEGIN, Map.of("db", db))).isEmpty();
      assertThat(client.ask(Tags.ROLLBACK)).isEmpty();
      assertThat(client.ask(Tags.RESET)).isEmpty();
    }
  }

  @Test
  void b06_driverSeesNoBookmarkAndNoCounters() {
    try (Session session = session()) {
      assertThat(session.run("CREATE (:A)").consume().counters().containsUpdates()).isFalse();
      assertThat(session.lastBookmarks()).isEmpty();
    }
  }

  @Test
  void b07_pullOneByOneGivesEachRowOnce() throws IOException {
    try (BoltClient client = client()) {
      client.ask(Tags.RUN, "UNWIND [1, 2, 3] AS x RETURN x", Map.of(), Map.of("db", db));
      for (long row = 1; row <= 3; row++) {
        client.send(Tags.PULL, Map.of("n", 1L));
        assertThat(client.receive()).isEqualTo(new Structure(Tags.RECORD, List.of(List.of(row))));
        assertThat(((Map<?, ?>) client.receive().fields().get(0)).get("has_more"))
            .isEqualTo(row < 3);
      }
    }
  }

  @Test
  void b08_runOrCommitOnAnUndrainedResultIsInvalid() throws IOException {
    for (int tag : new int[] {Tags.RUN, Tags.COMMIT}) {
      try (BoltClient client = client()) {
        client.ask(Tags.BEGIN, Map.of("db", db));
        client.ask(Tags.RUN, "RETURN 1 AS x", Map.of(), Map.of());
        Object[] fields =
            tag == Tags.RUN ? new Object[] {"RETURN 2 AS y", Map.of(), Map.of()} : new Object[0];
        assertRefused(() -> client.ask(tag, fields), INVALID);
      }
    }
  }

  @Test
  void b09_unknownDatabaseIsNotFound() throws IOException {
    String code = "Neo.ClientError.Database.DatabaseNotFound";
    try (BoltClient client = client()) {
      assertRefused(() -> client.run("neo4j", "RETURN 1", Map.of()), code);
      client.ask(Tags.RESET);
      assertRefused(() -> client.ask(Tags.BEGIN, Map.of("db", "nowhere")), code);
    }
  }

  @Test
  void b09_emptyAbsentAndDrevoAreOneDatabase() throws IOException {
    String title = "b09 " + db;
    server().query("", "CREATE (:B09 {title: $t})", Map.of("t", title));
    try (BoltClient client = client()) {
      String cypher = "MATCH (n:B09 {title: $t}) DELETE n RETURN 1 AS x";
      client.ask(Tags.RUN, cypher, Map.of("t", title), Map.of());
      client.send(Tags.PULL, Map.of("n", -1L));
      assertThat(client.receive().tag()).isEqualTo(Tags.RECORD);
    }
    assertThat(server().query("drevo", "MATCH (n {title: $t}) RETURN 1 AS x", Map.of("t", title)))
        .isEmpty();
  }

  @Test
  void b09_insideATransactionDatabaseOfRunIsNotLookedAt() throws IOException {
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run("nowhere", "CREATE (:A)", Map.of());
      client.ask(Tags.COMMIT);
    }
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void b10_bytesRegionsAndDurationsAreRefused() {
    List<Object> refused =
        List.of(
            new byte[] {1},
            ZonedDateTime.of(2024, 5, 6, 7, 8, 9, 0, ZoneId.of("Europe/Berlin")),
            Duration.ofSeconds(1));
    try (Session session = session()) {
      for (Object value : refused) {
        assertRefused(
            () -> session.run("RETURN $x AS x", Map.of("x", value)).consume(), INVALID_FORMAT);
      }
    }
  }

  @Test
  void b10_timesWithOffsetArriveAsText() {
    OffsetDateTime time =
        OffsetDateTime.of(2024, 5, 6, 7, 8, 9, 123_456_789, ZoneOffset.ofHours(2));
    try (Session session = session()) {
      String found = session.run("RETURN $x AS x", Map.of("x", time)).single().get("x").asString();
      assertThat(found).endsWith("+00:00");
      assertThat(OffsetDateTime.parse(found))
          .isEqualTo(OffsetDateTime.of(2024, 5, 6, 5, 8, 9, 123_456_000, ZoneOffset.UTC));
      assertThat(
              session
                  .run("RETURN $x AS x", Map.of("x", time.toLocalDate()))
                  .single()
                  .get("x")
                  .asString())
          .isEqualTo("2024-05-06");
    }
  }
}
