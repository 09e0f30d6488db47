package org.datxa.internal;

import jakarta.transaction.TransactionManager;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAResource;
import org.datxa.Outcome;
import org.datxa.ResourceWrapping;
import org.datxa.UnitOfWork;
import org.datxa.internal.config.Settings;
import org.datxa.internal.jta.JtaScope;
import org.datxa.internal.jta.Resources;
import org.datxa.internal.protocol.Voting;
import org.datxa.internal.runner.HybridClock;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.work.Engine;
import org.datxa.internal.work.Listeners;
import org.datxa.internal.work.MetaTransaction;
import org.datxa.internal.work.Scopes;
import org.datxa.journal.Journal;
import org.datxa.spi.Finding;
import org.datxa.spi.Store;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A deployment that is running. */
public final class DatXaRuntime implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("org.datxa");

  private static final int MOST_NOTES = 256;

  private final Opening opened;
  private final Engine engine;
  private final Scopes scopes;
  private final Resources resources;
  private final RecoveryWorker recovery;
  private final Retries retries;
  private final Outcomes outcomes;
  private final Threads threads;

  private record Threads(
      ExecutorService parallel, ExecutorService background, ScheduledExecutorService recovery) {
    static Threads start() {
      return new Threads(
          Executors.newCachedThreadPool(new NamedThreads("datxa-step")),
          notes(),
          Executors.newSingleThreadScheduledExecutor(new NamedThreads("datxa-recovery")));
    }
  }

  /** Bounded: when commits outrun their notes, the committing threads write them themselves. */
  private static ExecutorService notes() {
    return new ThreadPoolExecutor(
        2,
        2,
        1,
        TimeUnit.MINUTES,
        new ArrayBlockingQueue<>(MOST_NOTES),
        new NamedThreads("datxa-note"),
        new ThreadPoolExecutor.CallerRunsPolicy());
  }

  /**
   * Opens everything and starts.
   *
   * @param settings the configuration
   * @param aroundJournal what is put around the journal
   * @param manager the application's transaction manager, or null
   * @param wrapping what is put around the resources that the manager gets
   * @param onlyReads whether the manager's current transaction was declared to only read
   * @param listeners told of events and outcomes
   * @return the running deployment
   * @throws org.datxa.spi.error.ConfigurationRefused with all findings, if there are any
   */
  public static DatXaRuntime start(
      Settings settings,
      UnaryOperator<Journal> aroundJournal,
      TransactionManager manager,
      ResourceWrapping wrapping,
      BooleanSupplier onlyReads,
      Listeners listeners) {
    return new DatXaRuntime(
        settings, Opening.open(settings, aroundJournal), manager, wrapping, onlyReads, listeners);
  }

  private DatXaRuntime(
      Settings settings,
      Opening opened,
      TransactionManager manager,
      ResourceWrapping wrapping,
      BooleanSupplier onlyReads,
      Listeners listeners) {
    ProcessTime time = ProcessTime.SYSTEM;
    this.opened = opened;
    this.threads = Threads.start();
    HybridClock clock =
        new HybridClock(time, new SecureRandom()::nextLong, opened.journal().orElse(null));
    Engine.Parts parts =
        new Engine.Parts(settings.engine(), opened.stores(), opened.journal(), coLocated(settings));
    Listeners logging =
        new Listeners(new LoggedEvents(LOG, listeners.events()), listeners.outcomes());
    this.engine = new Engine(parts, clock, time, threads.parallel(), threads.background(), logging);
    this.resources = new Resources(settings.shape(), engine, time, wrapping);
    this.scopes =
        new Scopes(
            manager == null
                ? Scopes.ManagedScope.NONE
                : new JtaScope(manager, engine, resources, onlyReads));
    opened.participations().values().forEach(it -> it.connect(engine, scopes));
    this.recovery = new RecoveryWorker(engine, time);
    this.retries =
        new Retries(
            this::begin,
            engine.failures(),
            time,
            bound -> ThreadLocalRandom.current().nextLong(bound));
    this.outcomes = new Outcomes(engine);
    recovery.schedule(threads.recovery());
  }

  private static Optional<String> coLocated(Settings settings) {
    return settings
        .journal()
        .map(Settings.JournalSettings::url)
        .filter(url -> url.startsWith("store:"))
        .map(url -> url.substring("store:".length()));
  }

  /**
   * The names of the stores.
   *
   * @return a copy, sorted
   */
  public SortedSet<String> stores() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(opened.stores().keySet()));
  }

  /**
   * A facade of a store.
   *
   * @param store the name of the store
   * @param type the facade
   * @param <T> the facade
   * @return the facade
   */
  public <T> T facade(String store, Class<T> type) {
    Store it = engine.store(store);
    return it.facade(type);
  }

  /**
   * Begins a unit of work.
   *
   * @return the unit of work
   */
  public UnitOfWork begin() {
    return new ThreadUnit(scopes, new MetaTransaction(engine, false, engine.settings().timeout()));
  }

  public Retries retries() {
    return retries;
  }

  public RecoveryWorker recovery() {
    return recovery;
  }

  /**
   * What became of a meta-transaction.
   *
   * @param datTxn the meta-transaction
   * @return the outcome
   */
  public Outcome outcome(UUID datTxn) {
    return outcomes.of(datTxn);
  }

  /**
   * Ends a heuristic outcome.
   *
   * @param datTxn the meta-transaction
   * @return true if it is ended
   */
  public boolean acknowledge(UUID datTxn) {
    return engine.run(new Voting(engine.deployment()).forget(datTxn), engine.settings().settle());
  }

  /**
   * Resources for a manager's recovery.
   *
   * @return new instances, one for each sort of resource that a transaction enlists
   */
  public List<XAResource> recoveryResources() {
    return resources.forRecovery();
  }

  /**
   * Where the journal is.
   *
   * @return its place
   */
  public Optional<String> journalLocation() {
    return opened.journal().map(Journal::location);
  }

  /**
   * Looks at journal and stores.
   *
   * @return what is wrong
   */
  public List<Finding> check() {
    return opened.check();
  }

  @Override
  public void close() {
    recovery.stop();
    threads.recovery().shutdownNow();
    NamedThreads.finish(threads.background(), LOG);
    NamedThreads.finish(threads.parallel(), LOG);
    opened.stores().values().forEach(Store::close);
    opened.journal().ifPresent(Journal::close);
  }
}
