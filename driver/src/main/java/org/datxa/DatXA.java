package org.datxa;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.UUID;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;
import org.datxa.internal.DatXaRuntime;
import org.datxa.spi.Finding;
import org.datxa.spi.error.Aborted;

/**
 * A deployment: its stores, its journal and its engine. One for each application, closed when it
 * ends.
 *
 * <p><b>Concurrency.</b> Any number of threads; each works in the transaction that it is in.
 */
public final class DatXA implements AutoCloseable {
  private final DatXaRuntime runtime;

  DatXA(DatXaRuntime runtime) {
    this.runtime = runtime;
  }

  /**
   * Begins a configuration.
   *
   * @return a builder without anything in it
   */
  public static DatXaBuilder builder() {
    return new DatXaBuilder();
  }

  /**
   * The stores that are configured.
   *
   * @return their names, sorted
   */
  public SortedSet<String> stores() {
    return runtime.stores();
  }

  /**
   * The data source of a store. Its connections join the transaction that the thread is in.
   *
   * @param store the name of a PostgreSQL or ClickHouse store
   * @return the data source; the same each time
   */
  public DataSource dataSource(String store) {
    return facade(store, DataSource.class);
  }

  /**
   * What the application works with in a store.
   *
   * @param store the name of the store
   * @param type the facade that its kind offers
   * @param <T> the facade that its kind offers
   * @return the facade; the same each time
   * @throws IllegalArgumentException if there is no such store, or it offers no such facade
   */
  public <T> T facade(String store, Class<T> type) {
    return runtime.facade(store, type);
  }

  /**
   * Begins a unit of work in the calling thread. It runs once.
   *
   * @return the unit of work; close it
   * @throws IllegalStateException if the thread is in a transaction already
   */
  public UnitOfWork begin() {
    return runtime.begin();
  }

  /**
   * Runs a unit of work, again as a whole when it fails for a transient reason.
   *
   * @param work the work
   * @param <T> what it gives back
   * @param <X> what it may throw
   * @return what it gave back, and how it was committed
   * @throws X what the work threw, once everything was rolled back
   * @throws Aborted if it was rolled back and is not run again; earlier failures are suppressed in
   *     it
   * @throws org.datxa.spi.error.InDoubt if it is not known whether it was decided; it is not run
   *     again
   */
  public <T, X extends Exception> Completed<T> call(Work<T, X> work) throws X {
    return call(RetryPolicy.DEFAULT, work);
  }

  /**
   * Runs a unit of work under a policy of its own.
   *
   * @param policy how often and how long
   * @param work the work
   * @param <T> what it gives back
   * @param <X> what it may throw
   * @return what it gave back, and how it was committed
   * @throws X what the work threw, once everything was rolled back
   */
  public <T, X extends Exception> Completed<T> call(RetryPolicy policy, Work<T, X> work) throws X {
    return runtime.retries().call(policy, work);
  }

  /**
   * Tells what became of a meta-transaction, from any process.
   *
   * @param datTxn the meta-transaction
   * @return the outcome as far as it can be told now
   */
  public Outcome outcome(UUID datTxn) {
    return runtime.outcome(Objects.requireNonNull(datTxn, "datTxn"));
  }

  /**
   * Runs one pass of recovery now, beside the periodic one and those of other hosts.
   *
   * @return what it did
   */
  public RecoveryReport recover() {
    return runtime.recovery().once();
  }

  /**
   * Deletes finished records that are older than the journal keeps them, and moves its watermark.
   *
   * @return how many records were deleted
   */
  public long compact() {
    return runtime.recovery().compact();
  }

  /**
   * Ends a meta-transaction with a heuristic outcome, after a human has mended the store.
   *
   * @param datTxn the meta-transaction
   * @return true if it is ended; false if it has no heuristic outcome, or is not finished otherwise
   */
  public boolean acknowledge(UUID datTxn) {
    return runtime.acknowledge(Objects.requireNonNull(datTxn, "datTxn"));
  }

  /**
   * The resource for the recovery of a transaction manager, where there is one for all stores.
   *
   * @return a new instance; it needs no closing
   * @throws IllegalStateException if {@code shape} is {@code split} and there are several; see
   *     {@link #recoveryResources()}
   */
  public XAResource recoveryResource() {
    List<XAResource> all = recoveryResources();
    if (all.size() != 1) {
      throw new IllegalStateException(
          "The manager sees " + all.size() + " resources; register all of recoveryResources().");
    }
    return all.get(0);
  }

  /**
   * The resources for the recovery of a transaction manager: one where {@code shape} is {@code
   * composite}; one for each store that can prepare, and one for all the others, where it is {@code
   * split}. All of them must be registered.
   *
   * @return new instances; they need no closing
   */
  public List<XAResource> recoveryResources() {
    return runtime.recoveryResources();
  }

  /**
   * Where the journal is.
   *
   * @return its place without secrets, or empty when there is none
   */
  public Optional<String> journalLocation() {
    return runtime.journalLocation();
  }

  /**
   * Looks at journal and stores as at start-up, now.
   *
   * @return what is wrong; empty when all can be used
   */
  public List<Finding> check() {
    return runtime.check();
  }

  /**
   * What the last pass of recovery in this process did, whether it was the periodic one or {@link
   * #recover()}.
   *
   * @return empty before the first pass has ended
   */
  public Optional<RecoveryReport> lastRecovery() {
    return runtime.recovery().last();
  }

  /** Stops recovery and closes stores and journal. What is decided and pending stays for later. */
  @Override
  public void close() {
    runtime.close();
  }
}
