package org.datxa.internal.work;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.datxa.internal.config.Settings;
import org.datxa.internal.protocol.Deployment;
import org.datxa.internal.protocol.Plan.ClaimTerms;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.runner.Effects;
import org.datxa.internal.runner.HybridClock;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.runner.Runner;
import org.datxa.journal.Journal;
import org.datxa.spi.Branch;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.Store;
import org.datxa.spi.TwoPhaseStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that runs programs needs: stores, journal, clock, threads. One for each deployment.
 */
public final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger("org.datxa.engine");

  private final Settings.Engine settings;
  private final Map<String, Store> stores;
  private final Optional<Journal> journal;
  private final Optional<String> coLocatedStore;
  private final HybridClock clock;
  private final ProcessTime time;
  private final Runner runner;
  private final Effects effects;
  private final ExecutorService background;
  private final Failures failures;
  private final Listeners listeners;
  private final Doubts doubts = new Doubts();

  /**
   * The parts of a deployment that were opened already.
   *
   * @param settings how the engine works
   * @param stores by name
   * @param journal the journal, if there is one
   * @param coLocatedStore the store whose database the journal is in, if it is in one
   */
  public record Parts(
      Settings.Engine settings,
      Map<String, Store> stores,
      Optional<Journal> journal,
      Optional<String> coLocatedStore) {
    /** Copies the map. */
    public Parts {
      stores = Map.copyOf(stores);
    }
  }

  /**
   * An engine.
   *
   * @param parts stores and journal
   * @param clock the hybrid clock
   * @param time the clocks of the process
   * @param threads runs what goes side by side
   * @param background runs what is off the caller's path
   * @param listeners told of events and outcomes
   */
  public Engine(
      Parts parts,
      HybridClock clock,
      ProcessTime time,
      ExecutorService threads,
      ExecutorService background,
      Listeners listeners) {
    this.settings = parts.settings();
    this.stores = parts.stores();
    this.journal = parts.journal();
    this.coLocatedStore = parts.coLocatedStore();
    this.clock = clock;
    this.time = time;
    this.runner = new Runner(threads);
    this.effects = new Effects(stores, journal.orElse(null), clock, time, listeners);
    this.background = background;
    this.failures = Failures.of(stores);
    this.listeners = listeners;
  }

  public Settings.Engine settings() {
    return settings;
  }

  public Optional<Journal> journal() {
    return journal;
  }

  public Store store(String name) {
    Store store = stores.get(name);
    if (store == null) {
      throw new IllegalArgumentException(
          "No store '" + name + "' is configured. There are: " + stores.keySet() + ".");
    }
    return store;
  }

  public Map<String, Store> stores() {
    return stores;
  }

  long nanos() {
    return time.nanos();
  }

  boolean carriesDecision(String store) {
    return coLocatedStore.filter(store::equals).isPresent();
  }

  UUID newDatTxn() {
    return clock.newDatTxn();
  }

  public Doubts doubts() {
    return doubts;
  }

  public Failures failures() {
    return failures;
  }

  /**
   * Runs a program with branches in hand.
   *
   * @param program the program
   * @param branches the branches
   * @param <T> what it ends with
   * @return what it ended with
   */
  public <T> T run(Program<T> program, Map<String, Branch> branches) {
    // A pending interrupt would fail the first statement; it is kept and shown again at the end.
    boolean interrupted = Thread.interrupted();
    try {
      return runner.run(program, effects.performer(branches, settings.settle()));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Runs the second phase of a meta-transaction whose branches are not in hand any more.
   *
   * @param datTxn the meta-transaction
   * @param program the program
   * @return the verdict, of which listeners have been told
   */
  public Verdict conclude(UUID datTxn, Program<Verdict> program) {
    return told(datTxn, run(program, Map.of()));
  }

  Verdict told(UUID datTxn, Verdict verdict) {
    doubts.told(datTxn, verdict);
    listeners.told(datTxn, verdict);
    return verdict;
  }

  /**
   * Runs a program of recovery.
   *
   * @param program the program
   * @param deadline how long its repetitions may go on
   * @param <T> what it ends with
   * @return what it ended with
   */
  public <T> T run(Program<T> program, Duration deadline) {
    return runner.run(program, effects.performer(Map.of(), deadline));
  }

  /**
   * Runs a program off the caller's path. Lost when the process ends first; recovery does it then.
   *
   * @param program the program
   */
  void runLater(Program<?> program) {
    try {
      background.execute(() -> run(program, settings.settle()));
    } catch (RejectedExecutionException e) {
      LOG.debug("The deployment is closed; recovery writes down what is left.", e);
    }
  }

  /**
   * The stores of this process as recovery sees them.
   *
   * @return the deployment
   */
  public Deployment deployment() {
    Map<String, Deployment.Traits> traits = new HashMap<>();
    stores.forEach((name, store) -> traits.put(name, traits(store)));
    Settings.Recovery times = settings.recovery();
    return new Deployment(
        traits,
        new Deployment.Times(
            times.stale().toMillis(),
            times.alert().toMillis(),
            times.markers().toMillis(),
            settings.timeout().toMillis(),
            200));
  }

  private static Deployment.Traits traits(Store store) {
    if (store instanceof TwoPhaseStore it) {
      return new Deployment.Traits(true, it.preparesLast(), false, Optional.empty());
    }
    PostDecisionStore it = (PostDecisionStore) store;
    return new Deployment.Traits(false, false, it.stagingArea().isPresent(), claim(it));
  }

  static Optional<ClaimTerms> claim(PostDecisionStore store) {
    return store.needsClaim()
        ? Optional.of(new ClaimTerms(store.claimMillis(), store.quietMillis()))
        : Optional.empty();
  }
}
