package org.datxa.internal.work;

import java.util.Optional;

/** Finds the meta-transaction that the calling thread is in. */
public final class Scopes {
  /** A transaction manager's part of it. */
  public interface ManagedScope {
    /** No transaction manager. */
    ManagedScope NONE =
        new ManagedScope() {
          @Override
          public Optional<MetaTransaction> current(String store) {
            return Optional.empty();
          }

          @Override
          public boolean active() {
            return false;
          }
        };

    /**
     * The meta-transaction of the manager's current transaction that a store takes part in,
     * enlisted if it is new.
     *
     * @param store the name of the store
     * @return the meta-transaction, or empty when the thread is in no transaction
     */
    Optional<MetaTransaction> current(String store);

    /**
     * Whether the thread is in a transaction of the manager, without enlisting.
     *
     * @return true if it is
     */
    boolean active();
  }

  private final ManagedScope managed;

  @SuppressWarnings("ThreadLocalUsage") // each deployment has its own units of work
  private final ThreadLocal<MetaTransaction> unit = new ThreadLocal<>();

  /**
   * Scopes beside a transaction manager.
   *
   * @param managed the manager's part
   */
  public Scopes(ManagedScope managed) {
    this.managed = managed;
  }

  Optional<MetaTransaction> current(String store) {
    MetaTransaction bound = unit.get();
    return bound != null ? Optional.of(bound) : managed.current(store);
  }

  boolean active() {
    return unit.get() != null || managed.active();
  }

  /**
   * Puts the thread into a unit of work.
   *
   * @param transaction its meta-transaction
   * @throws IllegalStateException if the thread is in a transaction already
   */
  public void enter(MetaTransaction transaction) {
    if (unit.get() != null) {
      throw new IllegalStateException(
          "The thread is in the unit of work "
              + unit.get().datTxn()
              + " already, and units of work are flat. End it first.");
    }
    if (managed.active()) {
      throw new IllegalStateException(
          "The thread is in a transaction of the transaction manager; its work is part of that."
              + " Suspend it first, or do not begin a unit of work.");
    }
    unit.set(transaction);
  }

  /**
   * Takes the thread out of a unit of work.
   *
   * @param transaction its meta-transaction; ignored when the thread is not in it
   */
  public void leave(MetaTransaction transaction) {
    if (unit.get() == transaction) {
      unit.remove();
    }
  }
}
