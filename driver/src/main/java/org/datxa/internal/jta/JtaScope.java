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
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAResource;
import org.datxa.internal.work.Engine;
import org.datxa.internal.work.MetaTransaction;
import org.datxa.internal.work.Scopes.ManagedScope;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;

/** Finds, and enlists once, the meta-transaction of the manager's current transaction. */
public final class JtaScope implements ManagedScope {
  private final TransactionManager manager;
  private final Engine engine;
  private final XaBranches branches;
  private final BooleanSupplier onlyReads;
  private final UnaryOperator<XAResource> wrapping;
  private final Map<Transaction, MetaTransaction> known = new ConcurrentHashMap<>();
  private final Map<Transaction, WeakReference<Thread>> rolledBackBy =
      Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * The scope of a transaction manager.
   *
   * @param manager the application's transaction manager
   * @param engine the engine
   * @param branches what is known of the manager's transactions
   * @param wrapping what is put around the resources that are enlisted
   * @param onlyReads whether the manager's current transaction was declared to only read
   */
  public JtaScope(
      TransactionManager manager,
      Engine engine,
      XaBranches branches,
      UnaryOperator<XAResource> wrapping,
      BooleanSupplier onlyReads) {
    this.manager = manager;
    this.engine = engine;
    this.branches = branches;
    this.wrapping = wrapping;
    this.onlyReads = onlyReads;
  }

  @Override
  public Optional<MetaTransaction> current() {
    try {
      Transaction transaction = manager.getTransaction();
      return transaction == null ? Optional.empty() : in(transaction);
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

  private Optional<MetaTransaction> in(Transaction transaction) throws SystemException {
    int status = transaction.getStatus();
    if (isOutside(transaction, status)) {
      return Optional.empty();
    }
    MetaTransaction meta = known.get(transaction);
    if (status == Status.STATUS_ACTIVE) {
      return Optional.of(meta == null ? enlist(transaction) : meta);
    }
    if (meta != null && status == Status.STATUS_MARKED_ROLLBACK) {
      meta.rollbackOnly(new IllegalStateException("The manager's transaction is marked."));
      return Optional.of(meta);
    }
    throw refused("The transaction takes no more work, its status is " + status + ".", null);
  }

  // What listens to the completion works as outside. But a thread whose transaction somebody else
  // rolled back, such as the reaper after a timeout, still believes to be in it: its statements
  // must
  // not be committed one by one.
  private boolean isOutside(Transaction transaction, int status) {
    return status == Status.STATUS_COMMITTED
        || status == Status.STATUS_NO_TRANSACTION
        || (status == Status.STATUS_ROLLEDBACK && rolledBackHere(transaction));
  }

  private boolean rolledBackHere(Transaction transaction) {
    MetaTransaction meta = known.get(transaction);
    if (meta != null) {
      return meta.isCompletedByThisThread();
    }
    WeakReference<Thread> thread = rolledBackBy.get(transaction);
    return thread != null && thread.refersTo(Thread.currentThread());
  }

  private MetaTransaction enlist(Transaction transaction) throws SystemException {
    MetaTransaction meta =
        new MetaTransaction(engine, onlyReads.getAsBoolean(), engine.settings().timeout());
    try {
      transaction.registerSynchronization(new Forgetting(transaction));
      known.put(transaction, meta); // before its completion, which may come from another thread
      if (!transaction.enlistResource(wrapping.apply(new DatXaResource(branches, meta)))) {
        throw refused("The transaction manager did not enlist DatXA.", null);
      }
      return meta;
    } catch (RollbackException | IllegalStateException e) {
      notEnlisted(transaction, meta, e);
      throw refused("The transaction can only be rolled back.", e);
    } catch (RuntimeException | SystemException e) {
      notEnlisted(transaction, meta, e);
      throw e;
    }
  }

  // The manager may hold the resource all the same, so it is made sure that it votes no.
  private void notEnlisted(Transaction transaction, MetaTransaction meta, Exception failure) {
    known.remove(transaction, meta);
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
