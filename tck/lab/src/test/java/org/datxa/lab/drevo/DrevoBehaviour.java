package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.graph.Behaviour;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.exceptions.Neo4jException;

/**
 * What the tests of the behaviours share: one server in this JVM per class, or the one that {@code
 * DATXA_LAB_DREVO} names; a database per test, the official driver and a raw client.
 */
@ExtendWith(DrevoDifferences.class)
abstract class DrevoBehaviour {

  static final String OUTDATED = "Neo.TransientError.Transaction.Outdated";
  static final String FENCE = "Neo.TransientError.Transaction.LockAcquisitionTimeout";
  static final String SEMANTIC = "Neo.ClientError.Statement.SemanticError";
  static final String EXECUTION = "Neo.DatabaseError.Statement.ExecutionFailed";
  static final String INVALID = "Neo.ClientError.Request.Invalid";
  static final String INVALID_FORMAT = "Neo.ClientError.Request.InvalidFormat";
  static final String SYNTAX = "Neo.ClientError.Statement.SyntaxError";

  static final AtomicReference<Instant> NOW =
      new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
  private static LabDrevo server;
  private static Driver driver;

  String db;

  private static final class TestClock extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return NOW.get();
    }
  }

  @BeforeAll
  static void startServer() {
    server = LabDrevo.builder().embedded(new TestClock()).tickByHand().start();
    driver = newDriver(server);
  }

  @AfterAll
  static void endServer() {
    driver.close();
    server.close();
  }

  @BeforeEach
  void createDatabase() {
    db = server.newDatabase("b");
  }

  @AfterEach
  void disarm() {
    if (server.hasFaultSwitch()) {
      server.clearFaults();
      server.behave(Behaviour.asObserved());
    }
  }

  static LabDrevo server() {
    return server;
  }

  static Driver driver() {
    return driver;
  }

  static Driver newDriver(LabDrevo of) {
    AuthToken token =
        of.user().isEmpty() ? AuthTokens.none() : AuthTokens.basic(of.user(), of.password());
    return GraphDatabase.driver(of.boltUri(), token);
  }

  static void needsSwitch() {
    Assumptions.assumeTrue(server.hasFaultSwitch(), "needs the switch of the stand-in");
  }

  Session session() {
    return session(db);
  }

  Session session(String database) {
    return driver.session(SessionConfig.forDatabase(database));
  }

  BoltClient client() throws IOException {
    return BoltClient.connect(server.host(), server.port()).login(server.user(), server.password());
  }

  List<Map<String, Object>> query(String cypher) {
    return query(cypher, Map.of());
  }

  List<Map<String, Object>> query(String cypher, Map<String, Object> parameters) {
    return server.query(db, cypher, parameters);
  }

  long count() {
    return (Long) query("MATCH (n) RETURN count(n) AS c").get(0).get("c");
  }

  List<String> preparedGids() {
    return server.prepared(db).stream().map(prepared -> prepared.gid()).toList();
  }

  /** Prepares one created node in the database. */
  void prepare(String gid) {
    prepare(db, gid);
  }

  void prepare(String database, String gid) {
    try (Session session = session(database);
        var tx = session.beginTransaction()) {
      tx.run("CREATE (:P {title: $t})", Map.of("t", "prepared " + gid)).consume();
      tx.run("CALL drevo.tx.prepare($gid)", Map.of("gid", gid)).consume();
      tx.commit();
    }
  }

  List<Map<String, Object>> resolve(String procedure, String gid) {
    return query("CALL drevo.tx." + procedure + "($gid)", Map.of("gid", gid));
  }

  static void assertRefused(ThrowingCallable call, String code, String... fragments) {
    Throwable failure = catchThrowable(call);
    assertThat(failure).isInstanceOfAny(Neo4jException.class, DrevoFailure.class);
    String found = failure instanceof Neo4jException e ? e.code() : ((DrevoFailure) failure).code();
    assertThat(found).as(failure.getMessage()).isEqualTo(code);
    for (String fragment : fragments) {
      assertThat(failure.getMessage()).contains(fragment);
    }
  }
}
