package org.datxa.internal.jta;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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
  private final Map<Transaction, MetaTransaction> known = new ConcurrentHashMap<>();

  /**
   * The scope of a transaction manager.
   *
   * @param manager the application's transaction manager
   * @param engine the engine
   * @param branches what is known of the manager's transactions
   */
  public JtaScope(TransactionManager manager, Engine engine, XaBranches branches) {
    this.manager = manager;
    this.engine = engine;
    this.branches = branches;
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
      return transaction != null && !over(transaction.getStatus());
    } catch (SystemException e) {
      throw refused("The transaction manager failed: " + e.getMessage() + ".", e);
    }
  }

  private Optional<MetaTransaction> in(Transaction transaction) throws SystemException {
    int status = transaction.getStatus();
    if (over(status)) {
      return Optional.empty(); // what listens to the completion works as outside
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

  private static boolean over(int status) {
    return status == Status.STATUS_COMMITTED
        || status == Status.STATUS_ROLLEDBACK
        || status == Status.STATUS_NO_TRANSACTION
        || status == Status.STATUS_UNKNOWN;
  }

  private MetaTransaction enlist(Transaction transaction) throws SystemException {
    MetaTransaction meta = new MetaTransaction(engine, false, engine.settings().timeout());
    try {
      transaction.registerSynchronization(new Forgetting(transaction));
      if (!transaction.enlistResource(new DatXaResource(branches, meta))) {
        throw refused("The transaction manager did not enlist DatXA.", null);
      }
    } catch (RollbackException | IllegalStateException e) {
      throw refused("The transaction can only be rolled back.", e);
    }
    known.put(transaction, meta);
    return meta;
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
      known.remove(transaction);
    }
  }
}
