package org.datxa.history;

import org.datxa.DatXA;
import org.datxa.UnitOfWork;
import org.datxa.checker.Answer;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.InDoubt;

/** Work in a transaction, and the answer that came of it. */
final class Ending {
  /** The work. */
  @FunctionalInterface
  interface Work {
    void run(String datTxn) throws Exception;
  }

  private Ending() {}

  static Answer of(DatXA datxa, Work work) {
    try (UnitOfWork unit = datxa.begin()) {
      try {
        work.run(unit.datTxn().toString());
      } catch (Exception e) {
        unit.rollback();
        return Answer.ABORTED;
      }
      try {
        return unit.commit().isPending() ? Answer.PENDING : Answer.COMMITTED;
      } catch (Aborted e) {
        return Answer.ABORTED;
      } catch (InDoubt e) {
        return Answer.IN_DOUBT;
      }
    }
  }
}
