package org.datxa.bridge.drevo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.Assertions;
import org.datxa.lab.Lab;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabMessage;
import org.datxa.spi.BranchStart;
import org.datxa.spi.Gid;
import org.datxa.spi.Stamp;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseStore;
import org.datxa.spi.error.StoreException;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.Transaction;

/** A store on a database of its own in the lab's server. */
final class StoreFixture implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final LabDrevo server;
  private final FakeParticipation participation = new FakeParticipation();
  private final Map<String, String> properties = new HashMap<>();
  private final List<TwoPhaseStore> stores = new ArrayList<>();
  private final String database;
  private TwoPhaseStore store;

  StoreFixture() {
    this(Lab.shared().drevo());
  }

  StoreFixture(LabDrevo server) {
    this.server = server;
    database = server.newDatabase("bridge");
    properties.put("url", server.boltUri());
    properties.put("database", database);
    properties.put("settle_timeout_ms", "300");
  }

  StoreFixture in(Mode mode) {
    server.defect(mode.defect());
    return with("gate", Boolean.toString(mode.gate()));
  }

  StoreFixture with(String key, String value) {
    properties.put(key, value);
    return this;
  }

  boolean isGated() {
    return Boolean.parseBoolean(properties.getOrDefault("gate", "true"));
  }

  LabDrevo server() {
    return server;
  }

  String database() {
    return database;
  }

  FakeParticipation participation() {
    return participation;
  }

  /** A store that shares nothing with the others but the graph, as one of another process. */
  TwoPhaseStore another(String name) {
    TwoPhaseStore made =
        (TwoPhaseStore)
            new DrevoStoreProvider()
                .open(new StoreConfig(name, "drevo", properties), participation);
    stores.add(made);
    return made;
  }

  TwoPhaseStore store() {
    if (store == null) {
      store = another("graph");
      participation.store(store);
      Assertions.assertThat(store.check()).isEmpty();
    }
    return store;
  }

  DrevoSession session() {
    return store().facade(DrevoSession.class);
  }

  TwoPhaseBranch begin() throws StoreException {
    return begin(false);
  }

  TwoPhaseBranch begin(boolean readOnly) throws StoreException {
    TwoPhaseBranch branch = store().begin(new BranchStart(UUID.randomUUID(), readOnly, TIMEOUT));
    participation.enter(branch);
    return branch;
  }

  DrevoRecords work(String cypher) {
    return session().run(cypher);
  }

  /** A branch that made one node. */
  TwoPhaseBranch wrote(int id) throws StoreException {
    TwoPhaseBranch branch = begin();
    session().run("CREATE (i:Item {id: $id})", Map.of("id", id));
    return branch;
  }

  TwoPhaseBranch prepared(int id) throws StoreException {
    TwoPhaseBranch branch = wrote(id);
    branch.inspect();
    branch.prepare(gid(branch), stamp(branch));
    return branch;
  }

  static Gid gid(TwoPhaseBranch branch) {
    return new Gid(branch.datTxn(), branch.store());
  }

  static Stamp stamp(TwoPhaseBranch branch) {
    return new Stamp(branch.datTxn(), 77);
  }

  /** Asks the server by a way of its own. */
  List<Map<String, Object>> ask(String cypher) {
    return server.query(database, cypher, Map.of());
  }

  /** The numbers of the nodes that branches made. */
  List<Object> items() {
    return ask("MATCH (i:Item) RETURN i.id AS id ORDER BY id").stream()
        .map(row -> row.get("id"))
        .toList();
  }

  int preparedHere() {
    return server.prepared(database).size();
  }

  /** Prepares something under a name of somebody else. */
  void prepareAs(String gid) {
    try (Driver driver = GraphDatabase.driver(server.boltUri(), AuthTokens.none());
        Session session = driver.session(SessionConfig.forDatabase(database));
        Transaction transaction = session.beginTransaction()) {
      transaction.run("CREATE (:Foreign)").consume();
      transaction.run("CALL drevo.tx.prepare($gid)", Map.of("gid", gid)).consume();
      transaction.commit();
    }
  }

  /** Arms a fault at a message of this store's database. */
  int fault(LabFault fault) {
    return server.fault(fault);
  }

  /** What a fault looks for: the words of a statement in this store's database. */
  String run(String words) {
    return "RUN db=" + database + " .*" + words;
  }

  String commit() {
    return "^COMMIT db=" + database;
  }

  /** What the server got on the connection that prepared, from the prepare on. */
  List<String> afterPrepare() {
    List<LabMessage> log = server.log();
    int at = 0;
    while (!log.get(at).text().matches("(?s)RUN db=" + database + ".*tx[.]prepare.*")) {
      at++;
    }
    long connection = log.get(at).connection();
    return log.subList(at + 1, log.size()).stream()
        .filter(it -> it.connection() == connection)
        .map(LabMessage::text)
        .toList();
  }

  @Override
  public void close() {
    server.clearFaults();
    stores.forEach(TwoPhaseStore::close);
  }

  /**
   * What must make no difference.
   *
   * @param defect whether a RESET of the server forgets to forget that something was prepared
   * @param gate whether writers of one process queue up
   */
  record Mode(boolean defect, boolean gate) {
    static List<Mode> all() {
      return List.of(
          new Mode(true, true),
          new Mode(true, false),
          new Mode(false, true),
          new Mode(false, false));
    }
  }
}
