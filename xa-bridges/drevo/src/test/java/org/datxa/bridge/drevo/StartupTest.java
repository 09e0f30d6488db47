package org.datxa.bridge.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.datxa.spi.Finding;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StartupTest {
  private static final UUID JOURNAL = UUID.fromString("01990000-0000-7000-8000-000000000001");
  private static final UUID OTHER = UUID.fromString("01990000-0000-7000-8000-000000000002");

  private final StoreFixture lab = new StoreFixture();

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void providerIsFound() {
    assertThat(java.util.ServiceLoader.load(StoreProvider.class))
        .extracting(StoreProvider::kind)
        .contains("drevo");
  }

  @Test
  void checkFindsNothingAndLeavesNothing() {
    assertThat(lab.store().check()).isEmpty();
    assertThat(lab.ask("MATCH (n) RETURN count(n) AS n")).containsExactly(Map.of("n", 0L));
  }

  @Test
  void checkWorksWhileSomethingIsPrepared() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    assertThat(lab.another("graph").check()).isEmpty();
    branch.rollbackPrepared();
    branch.release();
  }

  @Test
  void s2_allIsFoundAtOnce() {
    lab.ask("CREATE (:DatJournal {title: 'DatJournal:identity', journalId: 'x'})");
    List<Finding> findings =
        lab.with("prepared_timeout_ms", "60000")
            .with("finish_within_ms", "60001")
            .another("graph")
            .check();
    assertThat(findings)
        .extracting(Finding::problem)
        .hasSize(2)
        .anySatisfy(it -> assertThat(it).contains("60000 ms"))
        .anySatisfy(it -> assertThat(it).contains("holds a journal"));
  }

  @Test
  void d3_graphThatHoldsAJournalIsRefused() {
    assertThat(lab.another("graph").check()).isEmpty();
    lab.ask("CREATE (:Anything {title: 'DatJournal:identity'})");
    assertThat(lab.another("graph").check())
        .singleElement()
        .satisfies(it -> assertThat(it.problem()).contains("holds a journal"));
  }

  @Test
  void d3_journalThatBeganAfterTheCheck_isFoundWhenTheStoreIsBound() {
    TwoPhaseStore store = lab.another("graph");
    assertThat(store.check()).isEmpty();
    lab.ask("CREATE (:DatJournal {title: 'DatJournal:identity'})");
    assertThat(store.bind(JOURNAL))
        .singleElement()
        .satisfies(it -> assertThat(it.problem()).contains("holds a journal"));
    assertThat(lab.ask("MATCH (b:DatBinding) RETURN count(b) AS n"))
        .containsExactly(Map.of("n", 0L));
  }

  @Test
  void preparedTimeoutThatIsLongEnoughOrOffIsNoFinding() {
    lab.with("prepared_timeout_ms", "600000");
    assertThat(lab.another("graph").check()).isEmpty();
    lab.with("prepared_timeout_ms", "0");
    assertThat(lab.another("graph").check()).isEmpty();
  }

  @Test
  void databaseThatIsNotThereIsAFinding() {
    assertThat(lab.with("database", "missing").another("graph").check())
        .singleElement()
        .satisfies(it -> assertThat(it.problem()).contains("no database 'missing'"));
  }

  @Test
  void serverThatIsNotThereIsAFindingWithoutSecrets() {
    lab.with("url", "bolt://127.0.0.1:1").with("user", "me").with("password", "hush");
    assertThat(lab.another("graph").check())
        .singleElement()
        .satisfies(
            it -> assertThat(it.toString()).contains("cannot connect").doesNotContain("hush"));
  }

  @Test
  void s6_credentialsAreSentAndWrongOnesAreAFindingWithoutThem() {
    try (LabDrevo guarded = LabDrevo.builder().authentication("me", "hush").start();
        StoreFixture there = new StoreFixture(guarded).with("user", "me")) {
      assertThat(there.with("password", "wrong").another("graph").check())
          .singleElement()
          .satisfies(it -> assertThat(it.toString()).doesNotContain("wrong"));
      assertThat(there.with("password", "hush").another("graph").check()).isEmpty();
    }
  }

  @Test
  void serverThatCannotPrepareIsAFinding() {
    lab.fault(
        LabFault.before(lab.run("listPrepared")).error("Neo.ClientError.Statement.SemanticError"));
    assertThat(lab.another("graph").check())
        .singleElement()
        .satisfies(it -> assertThat(it.nextStep()).contains("two-phase"));
  }

  @Test
  void graphThatTakesNoMarkersIsAFinding() {
    lab.fault(
        LabFault.before(lab.run("DatApplied")).error("Neo.DatabaseError.General.UnknownError"));
    assertThat(lab.another("graph").check())
        .singleElement()
        .satisfies(it -> assertThat(it.problem()).contains("takes no markers"));
  }

  @Test
  void j6_aStoreIsBoundToOneJournal() {
    assertThat(lab.store().bind(JOURNAL)).isEmpty();
    assertThat(lab.store().bind(JOURNAL)).isEmpty();
    assertThat(lab.store().bind(OTHER))
        .singleElement()
        .satisfies(
            it -> assertThat(it.problem()).contains(JOURNAL.toString()).contains(OTHER.toString()));
    assertThat(lab.ask("MATCH (b:DatBinding) RETURN b.title AS t, b.journal_id AS j, b.store AS s"))
        .containsExactly(Map.of("t", "DatBinding:graph", "j", JOURNAL.toString(), "s", "graph"));
  }

  @Test
  void d3_aGraphHoldsTheMarkersOfOneStore() {
    assertThat(lab.store().bind(JOURNAL)).isEmpty();
    assertThat(lab.another("second").bind(JOURNAL))
        .singleElement()
        .satisfies(it -> assertThat(it.problem()).contains("'graph'"));
    assertThat(lab.ask("MATCH (b:DatBinding) RETURN count(b) AS n"))
        .containsExactly(Map.of("n", 1L));
  }

  @Test
  void m1_theSameGraphHasOnePlaceByEveryAddress() {
    String byName = lab.server().boltUri().replace("127.0.0.1", "localhost");
    assertThat(lab.with("url", byName + "/").another("other").appliedLocation())
        .isEqualTo(lab.with("url", lab.server().boltUri()).another("graph").appliedLocation());
  }

  @Test
  void j6_ofTwoThatBindAtOnceOneIsRefused() {
    for (int round = 0; round < 5; round++) {
      StoreFixture graph = new StoreFixture();
      try (graph) {
        ConcurrentLinkedQueue<String> refused = new ConcurrentLinkedQueue<>();
        List<TwoPhaseStore> stores =
            IntStream.range(0, 4).mapToObj(i -> graph.another("graph")).toList();
        CompletableFuture.allOf(
                IntStream.range(0, 4)
                    .mapToObj(
                        i ->
                            CompletableFuture.runAsync(
                                () ->
                                    stores
                                        .get(i)
                                        .bind(i % 2 == 0 ? JOURNAL : OTHER)
                                        .forEach(it -> refused.add(it.problem()))))
                    .toArray(CompletableFuture[]::new))
            .join();
        assertThat(refused).hasSize(2).allMatch(it -> it.contains("bound to the journal"));
      }
    }
  }

  @Test
  void bindingFailsWithAFindingWhileTheGraphIsFenced() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    assertThat(lab.store().bind(JOURNAL))
        .singleElement()
        .satisfies(it -> assertThat(it.problem()).contains("could not be bound"));
    branch.rollbackPrepared();
    branch.release();
    assertThat(lab.store().bind(JOURNAL)).isEmpty();
  }

  @Test
  void whatTheStoreSaysOfItself() {
    TwoPhaseStore store = lab.store();
    assertThat(store.kind()).isEqualTo("drevo");
    assertThat(store.preparesLast()).isTrue();
    assertThat(store.carriesDecision()).isFalse();
    assertThat(store.freeBytes()).isEmpty();
    assertThat(store.facade(DrevoSession.class)).isSameAs(store.facade(DrevoSession.class));
    assertThatThrownBy(() -> store.facade(javax.sql.DataSource.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(DrevoSession.class.getName());
  }

  @Test
  void faultsOfAConfigurationAreSeenWithoutAServer() {
    for (Map<String, String> wrong :
        Set.of(
            Map.<String, String>of(),
            Map.of("url", "neo4j://h"),
            Map.of("url", "bolt://h", "gate", "maybe"),
            Map.of("url", "bolt://h", "answer_timeout_ms", "0"),
            Map.of("url", "bolt://h", "unknown", "x"))) {
      assertThatThrownBy(
              () ->
                  new DrevoStoreProvider()
                      .open(new StoreConfig("graph", "drevo", wrong), lab.participation()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'graph'");
    }
  }
}
