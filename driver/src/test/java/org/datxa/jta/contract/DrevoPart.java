package org.datxa.jta.contract;

import java.util.Map;
import org.datxa.DatXA;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.Transaction;

/** A graph on a server of its own, which can be made to lose messages and be started again. */
final class DrevoPart extends PreparingPart {
  private LabDrevo server;
  private String database;

  DrevoPart(String store) {
    super(store);
  }

  @Override
  void configure(TestDeployment into, LabProxy proxy) {
    server = LabDrevo.start();
    lab = into.drevoOn(server, store);
    database = lab.value("stores." + store + ".database");
    lab.set("stores." + store + ".answer_timeout_ms", "3000");
    lab.set("stores." + store + ".settle_timeout_ms", "500");
    lab.set("stores." + store + ".connect_timeout_ms", "2000");
    lab.set("stores." + store + ".pool.acquire_timeout_ms", "1000");
    lab.set("stores." + store + ".gate_wait_ms", "20");
  }

  @Override
  void write(DatXA datxa, long id) {
    TestDeployment.node(datxa, store, id);
  }

  @Override
  void read(DatXA datxa) {
    run(datxa, "MATCH (i:Item) RETURN count(i) AS n");
  }

  void run(DatXA datxa, String cypher) {
    datxa.facade(store, DrevoSession.class).run(cypher);
  }

  @Override
  boolean has(long id) {
    return !server
        .query(database, "MATCH (i:Item {id: $id}) RETURN i.id AS id", Map.of("id", id))
        .isEmpty();
  }

  /** The graph is not the one any more that the branch began on. */
  @Override
  void doomAfter() {
    lab.disturb(store);
  }

  /** Loses messages whose description a pattern is found in. */
  int fault(LabFault fault) {
    return server.fault(fault);
  }

  int hits(int fault) {
    return server.faultHits(fault);
  }

  /** What a fault looks for: the words of a statement in this graph. */
  String statement(String words) {
    return "RUN db=" + database + " .*" + words;
  }

  String commit() {
    return "^COMMIT db=" + database;
  }

  @Override
  void clearFaults() {
    server.clearFaults();
  }

  @Override
  long prepared() {
    return server.prepared(database).size();
  }

  @Override
  String preparedName() {
    return server.prepared(database).get(0).gid();
  }

  @Override
  void prepareForeign(String name) {
    try (Driver driver = GraphDatabase.driver(server.boltUri(), AuthTokens.none());
        Session session = driver.session(SessionConfig.forDatabase(database));
        Transaction transaction = session.beginTransaction()) {
      transaction.run("CREATE (:Foreign)").consume();
      transaction.run("CALL drevo.tx.prepare($name)", Map.of("name", name)).consume();
      transaction.commit();
    }
  }

  @Override
  void rollbackForeign(String name) {
    server.query(database, "CALL drevo.tx.rollbackPrepared($name)", Map.of("name", name));
  }

  @Override
  void endPrepared(String how) {
    String procedure = how.equals("COMMIT") ? "commitPrepared" : "heuristicRollback";
    server.query(
        database, "CALL drevo.tx." + procedure + "($name)", Map.of("name", preparedName()));
  }

  /** Drevo shows none. */
  @Override
  long openTransactions() {
    return 0;
  }

  @Override
  void killSessions() {
    server.kill();
    server.restart();
  }
}
