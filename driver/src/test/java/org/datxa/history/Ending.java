package org.datxa.history;

import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import org.datxa.DatXA;
import org.datxa.UnitOfWork;
import org.datxa.checker.Answer;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.InDoubt;

/** How work in a transaction is brought to its end. */
@FunctionalInterface
interface Ending {
  /** The work. It is told the transaction, or an empty text where only the manager knows it. */
  @FunctionalInterface
  interface Work {
    void run(String datTxn) throws Exception;
  }

  /** Runs work in a transaction, and gives the answer that came of it. */
  Answer of(Work work);

  /** Units of work of a deployment. */
  static Ending units(DatXA datxa) {
    return work -> {
      try (UnitOfWork unit = datxa.begin()) {
        try {
          work.run(unit.datTxn().toString());
        } catch (Exception e) {
          unit.rollback();
          return Answer.ABORTED;
        }
        return ended(unit);
      }
    };
  }

  private static Answer ended(UnitOfWork unit) {
    try {
      return unit.commit().isPending() ? Answer.PENDING : Answer.COMMITTED;
    } catch (Aborted e) {
      return Answer.ABORTED;
    } catch (InDoubt e) {
      return Answer.IN_DOUBT;
    }
  }

  /** Transactions of a manager, which the stores join. */
  static Ending managed(TransactionManager manager) {
    return work -> {
      try {
        manager.begin();
        return worked(manager, work) ? ended(manager) : Answer.ABORTED;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private static boolean worked(TransactionManager manager, Work work) throws Exception {
    try {
      work.run("");
      return true;
    } catch (Exception e) {
      manager.rollback();
      return false;
    }
  }

  private static Answer ended(TransactionManager manager) {
    try {
      manager.commit();
      return Answer.COMMITTED;
    } catch (RollbackException e) {
      return Answer.ABORTED;
    } catch (Exception e) {
      return Answer.IN_DOUBT;
    }
  }
}
