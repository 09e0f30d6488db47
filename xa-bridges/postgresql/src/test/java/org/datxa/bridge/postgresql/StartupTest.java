package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.datxa.lab.LabPostgres;
import org.datxa.spi.Finding;
import org.datxa.spi.ForeignStore;
import org.datxa.spi.StoreProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class StartupTest {
  private final StoreFixture lab = new StoreFixture();

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void providerIsFound() {
    assertThat(ServiceLoader.load(StoreProvider.class))
        .anySatisfy(provider -> assertThat(provider).isInstanceOf(PostgresStoreProvider.class));
  }

  @RepeatedTest(5)
  void tablesAreMadeOnceWhenManyProcessesStart() throws Exception {
    UUID journal = UUID.randomUUID();
    lab.with("schema", "Odd-Schema$1");
    List<ForeignStore> stores = IntStream.range(0, 6).mapToObj(i -> lab.another("pg")).toList();
    ExecutorService threads = Executors.newFixedThreadPool(stores.size());
    try {
      List<Callable<List<Finding>>> starts =
          stores.stream()
              .<Callable<List<Finding>>>map(
                  store ->
                      () -> {
                        List<Finding> found = new java.util.ArrayList<>(store.check());
                        found.addAll(store.bind(journal));
                        return found;
                      })
              .toList();
      for (Future<List<Finding>> start : threads.invokeAll(starts)) {
        assertThat(start.get()).isEmpty();
      }
    } finally {
      threads.shutdown();
      stores.forEach(ForeignStore::close);
    }
    assertThat(lab.ask("SELECT count(*) FROM \"Odd-Schema$1\".dat_applied")).isEqualTo("0");
  }

  @Test
  void wrongShapeIsFound() {
    lab.server()
        .execute(
            lab.database(),
            "CREATE SCHEMA datxa; CREATE UNLOGGED TABLE datxa.dat_applied"
                + " (dat_txn text, dat_tx_time int)");
    try (ForeignStore store = lab.another("pg")) {
      assertThat(store.check())
          .extracting(Finding::problem)
          .hasSize(4)
          .anySatisfy(problem -> assertThat(problem).contains("dat_txn of type uuid"))
          .anySatisfy(problem -> assertThat(problem).contains("survives a crash"));
    }
  }

  @Test
  void missingKeyIsFound() {
    lab.server()
        .execute(
            lab.database(),
            "CREATE SCHEMA datxa; CREATE TABLE datxa.dat_applied"
                + " (dat_txn uuid, dat_tx_time bigint, created_ms bigint)");
    try (ForeignStore store = lab.another("pg")) {
      assertThat(store.check())
          .singleElement()
          .satisfies(finding -> assertThat(finding.nextStep()).contains("primary key"));
    }
  }

  @Test
  void unreachableServerIsFoundWithoutSecrets() {
    lab.with("url", "jdbc:postgresql://127.0.0.1:1/none?password=hidden")
        .with("password", "hidden")
        .with("connect_timeout_ms", "1000");
    try (ForeignStore store = lab.another("pg")) {
      assertThat(store.check())
          .singleElement()
          .satisfies(finding -> assertThat(finding.toString()).doesNotContain("hidden"))
          .satisfies(finding -> assertThat(finding.problem()).contains("cannot connect"));
    }
  }

  @Test
  void readOnlyDatabaseIsFound() {
    lab.server()
        .execute(
            "postgres",
            "ALTER DATABASE " + lab.database() + " SET default_transaction_read_only = on");
    try (ForeignStore store = lab.another("pg")) {
      assertThat(store.check())
          .singleElement()
          .satisfies(finding -> assertThat(finding.problem()).contains("read-only"));
    }
  }

  @Test
  void j6_nameBoundToAnotherJournalIsRefusedWithTheNextStep() {
    UUID journal = UUID.randomUUID();
    assertThat(lab.store().bind(journal)).isEmpty();
    assertThat(lab.store().bind(journal)).isEmpty();
    assertThat(lab.store().bind(UUID.randomUUID()))
        .singleElement()
        .satisfies(finding -> assertThat(finding.problem()).contains(journal.toString()))
        .satisfies(finding -> assertThat(finding.nextStep()).contains("another store name"));
  }

  @Test
  void j6_placeOfAnotherStoreIsRefused() {
    UUID journal = UUID.randomUUID();
    assertThat(lab.store().bind(journal)).isEmpty();
    try (ForeignStore other = lab.another("other")) {
      assertThat(other.bind(journal))
          .singleElement()
          .satisfies(finding -> assertThat(finding.problem()).contains("'pg'"));
    }
    lab.with("schema", "elsewhere");
    try (ForeignStore moved = lab.another("pg");
        ForeignStore own = lab.another("own")) {
      assertThat(moved.bind(journal))
          .singleElement()
          .satisfies(finding -> assertThat(finding.problem()).contains("'datxa'"));
      assertThat(own.bind(journal)).isEmpty();
    }
  }

  @Test
  void serverThatCannotPrepareIsFoundWithTheSettingAndTheRestart() {
    try (LabPostgres server =
            LabPostgres.builder().setting("max_prepared_transactions", "0").start();
        StoreFixture other = new StoreFixture(server);
        ForeignStore store = other.another("pg")) {
      assertThat(store.check())
          .singleElement()
          .satisfies(
              finding ->
                  assertThat(finding.nextStep())
                      .contains("max_prepared_transactions")
                      .contains("restart"));
    }
  }
}
