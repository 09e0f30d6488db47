package org.datxa.internal.jta;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.datxa.internal.work.Engine;
import org.datxa.internal.work.MetaTransaction;
import org.datxa.internal.work.Scopes.ManagedScope;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;

/**
 * Finds the meta-transaction of the manager's current transaction that a store takes part in, and
 * enlists it once.
 */
public final class JtaScope implements ManagedScope {
  private final TransactionManager manager;
  private final Engine engine;
  private final Resources resources;
  private final BooleanSupplier onlyReads;
  private final Map<Transaction, Map<XaBranches, MetaTransaction>> known =
      new ConcurrentHashMap<>();
  private final Map<Transaction, WeakReference<Thread>> rolledBackBy =
      Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * The scope of a transaction manager.
   *
   * @param manager the application's transaction manager
   * @param engine the engine
   * @param resources what the manager sees of each store
   * @param onlyReads whether the manager's current transaction was declared to only read
   */
  public JtaScope(
      TransactionManager manager, Engine engine, Resources resources, BooleanSupplier onlyReads) {
    this.manager = manager;
    this.engine = engine;
    this.resources = resources;
    this.onlyReads = onlyReads;
  }

  @Override
  public Optional<MetaTransaction> current(String store) {
    try {
      Transaction transaction = manager.getTransaction();
      return transaction == null ? Optional.empty() : in(transaction, store);
    } catch (SystemException e) {
      throw refused("The transaction manager failed: " + e.getMessage() + ".", e);
    }
  }

  @Override
  public boolean active() {
    try {
      Transaction transaction = manager.getTransaction();
      return transaction != null && !isOutside(transaction, transaction.getStatus());
    } catch (SystemException e) {
      throw refused("The transaction manager failed: " + e.getMessage() + ".", e);
    }
  }

  private Optional<MetaTransaction> in(Transaction transaction, String store)
      throws SystemException {
    int status = transaction.getStatus();
    if (isOutside(transaction, status)) {
      return Optional.empty();
    }
    XaBranches branches = resources.of(store);
    MetaTransaction meta = parts(transaction).get(branches);
    if (status == Status.STATUS_ACTIVE) {
      return Optional.of(meta == null ? enlist(transaction, branches) : meta);
    }
    if (meta != null && status == Status.STATUS_MARKED_ROLLBACK) {
      meta.rollbackOnly(new IllegalStateException("The manager's transaction is marked."));
      return Optional.of(meta);
    }
    throw refused("The transaction takes no more work, its status is " + status + ".", null);
  }

  private Map<XaBranches, MetaTransaction> parts(Transaction transaction) {
    return known.getOrDefault(transaction, Map.of());
  }

  // What listens to the completion works as outside. But a thread whose transaction somebody else
  // rolled back, such as the reaper after a timeout, still believes to be in it: its statements
  // must not be committed one by one.
  private boolean isOutside(Transaction transaction, int status) {
    return status == Status.STATUS_COMMITTED
        || status == Status.STATUS_NO_TRANSACTION
        || (status == Status.STATUS_ROLLEDBACK && rolledBackHere(transaction));
  }

  private boolean rolledBackHere(Transaction transaction) {
    Map<XaBranches, MetaTransaction> parts = parts(transaction);
    if (!parts.isEmpty()) {
      return parts.values().stream().anyMatch(MetaTransaction::isCompletedByThisThread);
    }
    WeakReference<Thread> thread = rolledBackBy.get(transaction);
    return thread != null && thread.refersTo(Thread.currentThread());
  }

  private MetaTransaction enlist(Transaction transaction, XaBranches branches)
      throws SystemException {
    MetaTransaction meta =
        new MetaTransaction(engine, onlyReads.getAsBoolean(), engine.settings().timeout());
    try {
      add(transaction, branches, meta);
      if (!transaction.enlistResource(resources.enlisting(branches, meta))) {
        throw refused("The transaction manager did not enlist " + branches.name() + ".", null);
      }
      return meta;
    } catch (RollbackException | IllegalStateException e) {
      notEnlisted(transaction, branches, meta, e);
      throw refused("The transaction can only be rolled back.", e);
    } catch (RuntimeException | SystemException e) {
      notEnlisted(transaction, branches, meta, e);
      throw e;
    }
  }

  // Known before its completion, which may come from another thread.
  private void add(Transaction transaction, XaBranches branches, MetaTransaction meta)
      throws RollbackException, SystemException {
    if (!known.containsKey(transaction)) {
      transaction.registerSynchronization(new Forgetting(transaction));
    }
    known.computeIfAbsent(transaction, it -> new ConcurrentHashMap<>()).put(branches, meta);
  }

  // The manager may hold the resource all the same, so it is made sure that it votes no.
  private void notEnlisted(
      Transaction transaction, XaBranches branches, MetaTransaction meta, Exception failure) {
    parts(transaction).remove(branches, meta);
    meta.rollbackOnly(failure);
  }

  private static HandleRefused refused(String what, Throwable cause) {
    return new HandleRefused(
        what, new Where(null, null, "end the transaction, then work in a new one."), cause);
  }

  private final class Forgetting implements Synchronization {
    private final Transaction transaction;

    Forgetting(Transaction transaction) {
      this.transaction = transaction;
    }

    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      if (status != Status.STATUS_COMMITTED) {
        rolledBackBy.put(transaction, new WeakReference<>(Thread.currentThread()));
      }
      known.remove(transaction);
    }
  }
}
