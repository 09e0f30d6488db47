package org.datxa.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.datxa.bridge.clickhouse.ClickHouseStoreProvider;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.bridge.drevo.DrevoStoreProvider;
import org.datxa.bridge.iceberg.IcebergStoreProvider;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.bridge.postgresql.PostgresStoreProvider;
import org.datxa.internal.protocol.CommitProtocol;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Plan.ClaimTerms;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.runner.Effects;
import org.datxa.internal.runner.HybridClock;
import org.datxa.internal.runner.Performer;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.runner.Runner;
import org.datxa.journal.Journal;
import org.datxa.journal.Journals;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.lab.Lab;
import org.datxa.spi.Branch;
import org.datxa.spi.BranchStart;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.Store;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;
import org.datxa.spi.TwoPhaseStore;

/** Stores with a journal, and transactions over all of them, each in the thread that calls. */
final class Bed implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final boolean coLocated;
  private final Map<String, Store> stores = new LinkedHashMap<>();
  private final Map<String, OneBranch> current = new HashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Runner runner = new Runner(threads);
  private final Journal journal;
  private final HybridClock clock;
  private final Effects effects;

  /** Which stores, and where the journal is. */
  enum Shape {
    /** PostgreSQL with the journal in it, ClickHouse, Iceberg. */
    CO_LOCATED,
    /** PostgreSQL, ClickHouse, Iceberg; the journal in a database of its own. */
    SEPARATE,
    /** PostgreSQL, drevo, ClickHouse, Iceberg; the journal in a database of its own. */
    ALL_FOUR,
    /** PostgreSQL and drevo; the journal in a database of its own. */
    GRAPH
  }

  Bed(Lab lab, Shape shape) throws Exception {
    this.coLocated = shape == Shape.CO_LOCATED;
    String ledger = lab.postgres().newDatabase("bench");
    lab.postgres().execute(ledger, BedRows.TABLE);
    open(new PostgresStoreProvider(), "pg", Map.of("url", lab.postgres().jdbcUrl(ledger)));
    if (shape == Shape.ALL_FOUR || shape == Shape.GRAPH) {
      open(new DrevoStoreProvider(), "graph", BedPlaces.drevo(lab));
    }
    if (shape != Shape.GRAPH) {
      open(new ClickHouseStoreProvider(), "ch", BedPlaces.clickHouse(lab));
      open(new IcebergStoreProvider(), "lake", BedPlaces.iceberg(lab));
    }
    String at = coLocated ? ledger : lab.postgres().newDatabase("journal");
    this.journal =
        Journals.postgresql(
            PostgresJournalConfig.of(
                lab.postgres().jdbcUrl(at), lab.postgres().user(), lab.postgres().password()));
    this.clock =
        new HybridClock(ProcessTime.SYSTEM, ThreadLocalRandom.current()::nextLong, journal);
    this.effects = new Effects(stores, journal, clock, ProcessTime.SYSTEM, event -> {});
    start();
  }

  private void open(StoreProvider provider, String name, Map<String, String> properties) {
    OneBranch participation = new OneBranch();
    StoreConfig config = new StoreConfig(name, provider.kind(), properties);
    stores.put(name, provider.open(config, participation));
    current.put(name, participation);
  }

  private void start() throws Exception {
    List<Object> findings = new ArrayList<>(journal.check());
    for (Store store : stores.values()) {
      findings.addAll(store.check());
      findings.addAll(store.bind(journal.id()));
      journal.register(store.name());
    }
    if (!findings.isEmpty()) {
      throw new IllegalStateException(findings.toString());
    }
  }

  /** Writes the rows to all stores, commits, and tells how long it took. */
  Stopwatch transaction() throws Exception {
    Stopwatch[] watch = new Stopwatch[1];
    Verdict verdict = transaction(real -> watch[0] = new Stopwatch(real));
    if (!(verdict instanceof Verdict.Committed committed) || committed.pending()) {
      throw new IllegalStateException("Not committed everywhere: " + verdict);
    }
    return watch[0];
  }

  /** Writes the rows to all stores, and commits once. */
  Verdict transaction(UnaryOperator<Performer> watch) throws Exception {
    UUID datTxn = clock.newDatTxn();
    Map<String, Branch> branches = new LinkedHashMap<>();
    try {
      for (Store store : stores.values()) {
        Branch branch = store.begin(new BranchStart(datTxn, false, LIMIT));
        branches.put(store.name(), branch);
        current.get(store.name()).enter(branch);
      }
      work();
      return commit(datTxn, branches, watch);
    } finally {
      branches.values().forEach(Branch::release);
      current.values().forEach(it -> it.enter(null));
    }
  }

  private void work() throws Exception {
    BedRows.write(stores.get("pg").facade(DataSource.class));
    if (stores.containsKey("graph")) {
      BedRows.write(stores.get("graph").facade(DrevoSession.class));
    }
    if (stores.containsKey("lake")) {
      BedRows.write(stores.get("ch").facade(DataSource.class));
      IcebergTables lake = stores.get("lake").facade(IcebergTables.class);
      lake.table("bench.sales").append(BedRows.records());
    }
  }

  private Verdict commit(
      UUID datTxn, Map<String, Branch> branches, UnaryOperator<Performer> watch) {
    Plan.Rules rules = new Plan.Rules(true, false, 16L << 20, 0);
    List<Participant> participants = stores.values().stream().map(this::participant).toList();
    Plan plan = new Plan(datTxn, participants, rules, Optional.empty());
    Verdict verdict =
        runner.run(
            new CommitProtocol(plan).commit(), watch.apply(effects.performer(branches, LIMIT)));
    if (verdict instanceof Verdict.Committed committed) {
      runner.run(committed.afterwards(), effects.performer(Map.of(), LIMIT));
    }
    return verdict;
  }

  private Participant participant(Store store) {
    if (store instanceof TwoPhaseStore it) {
      return new Participant(
          it.name(), true, it.preparesLast(), coLocated, false, Optional.empty());
    }
    PostDecisionStore it = (PostDecisionStore) store;
    Optional<ClaimTerms> claim =
        it.needsClaim()
            ? Optional.of(new ClaimTerms(it.claimMillis(), it.quietMillis()))
            : Optional.empty();
    return new Participant(it.name(), false, false, false, true, claim);
  }

  @Override
  public void close() {
    threads.shutdown();
    stores.values().forEach(Store::close);
    journal.close();
  }
}
