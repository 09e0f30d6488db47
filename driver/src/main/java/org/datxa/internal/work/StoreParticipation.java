package org.datxa.internal.work;

import java.util.Optional;
import java.util.UUID;
import org.datxa.internal.protocol.Verdict;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;
import org.datxa.spi.Store;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;

/** How the facades of one store take part in transactions. */
public final class StoreParticipation implements Participation {
  private final String name;
  private Engine engine;
  private Scopes scopes;

  /**
   * Made before the store and the engine are.
   *
   * @param name the name of the store
   */
  public StoreParticipation(String name) {
    this.name = name;
  }

  /**
   * Connects it with the engine, once, before any facade is used.
   *
   * @param made the engine
   * @param found how threads find their transaction
   */
  public synchronized void connect(Engine made, Scopes found) {
    engine = made;
    scopes = found;
  }

  private synchronized Scopes scopes() {
    if (scopes == null) {
      throw new IllegalStateException("The store '" + name + "' is not started yet.");
    }
    return scopes;
  }

  private synchronized Engine engine() {
    return engine;
  }

  @Override
  public Optional<Branch> join() {
    return scopes().current().map(transaction -> transaction.branch(store()));
  }

  private Store store() {
    return engine().store(name);
  }

  @Override
  public void requireUsable(Branch branch) {
    MetaTransaction current = scopes().current().orElse(null);
    if (current == null || !current.datTxn().equals(branch.datTxn())) {
      throw refused(branch.datTxn(), current);
    }
    current.requireOpen(name);
  }

  private HandleRefused refused(UUID owner, MetaTransaction current) {
    String where = current == null ? "in no transaction" : "in the transaction " + current.datTxn();
    return new HandleRefused(
        "The handle belongs to another transaction; the thread is " + where + ".",
        new Where(owner, name, "take a new handle in the present transaction."),
        null);
  }

  @Override
  public void requireOutside() {
    if (scopes().active()) {
      throw new HandleRefused(
          "The handle was taken outside the transaction that the thread is in now.",
          new Where(null, name, "take a new handle in this transaction."),
          null);
    }
  }

  @Override
  public void rollbackOnly(Branch branch, Throwable cause) {
    try {
      scopes()
          .current()
          .filter(transaction -> transaction.datTxn().equals(branch.datTxn()))
          .ifPresent(transaction -> transaction.rollbackOnly(cause));
    } catch (HandleRefused e) {
      cause.addSuppressed(e); // it is ending already, by a timeout perhaps, and needs no mark
    }
  }

  @Override
  public <T, X extends Exception> T alone(AloneWork<T, X> work) throws X {
    requireOutside();
    MetaTransaction transaction =
        new MetaTransaction(engine(), false, engine().settings().timeout());
    boolean worked = false;
    T value;
    try {
      value = work.run(transaction.branch(store()));
      worked = true;
    } finally {
      if (!worked) {
        transaction.rollback();
      }
    }
    Verdict verdict = transaction.commit(Optional.empty());
    if (verdict instanceof Verdict.RolledBack || verdict instanceof Verdict.Doubtful) {
      throw Verdicts.exception(transaction.datTxn(), verdict);
    }
    if (verdict instanceof Verdict.Committed committed && committed.heuristic()) {
      throw Verdicts.heuristic(transaction.datTxn(), committed);
    }
    return value;
  }
}
