package org.datxa.internal.protocol;

import java.util.List;
import java.util.OptionalLong;
import org.datxa.journal.JournalRecord;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreRefused;

/** How a commit ended for the one who asked. */
public sealed interface Verdict {
  /** Nothing was written anywhere; the branches are ended. */
  record OnlyRead() implements Verdict {}

  /**
   * Decided.
   *
   * @param datTxTime its time
   * @param ends how far each branch is
   * @param afterwards what is left to write down, off the caller's path
   */
  record Committed(long datTxTime, List<BranchEnd> ends, Program<?> afterwards) implements Verdict {
    public boolean pending() {
      return ends.stream().anyMatch(end -> end.how() == BranchEnd.How.PENDING);
    }

    public boolean heuristic() {
      return ends.stream().anyMatch(end -> end.how() == BranchEnd.How.HEURISTIC);
    }
  }

  /**
   * Prepared everywhere and written down; an outside manager decides.
   *
   * @param record the record, PREPARED
   */
  record Voted(JournalRecord record) implements Verdict {}

  /**
   * Rolled back.
   *
   * @param failure why
   */
  record RolledBack(Failure failure) implements Verdict {}

  /**
   * Aborted as a manager asked, but a store had committed behind our back.
   *
   * @param ends how each branch ended
   */
  record BrokenRollback(List<BranchEnd> ends) implements Verdict {}

  /**
   * Neither confirmed nor read back.
   *
   * @param failure what was asked when the answer was lost
   */
  record Doubtful(Failure failure) implements Verdict {}

  /**
   * What went wrong.
   *
   * @param kind what it means for the caller
   * @param store the store to blame, or null
   * @param what what happened
   * @param cause the first exception behind it, or null
   * @param freeBytes what a full store said is free
   */
  record Failure(
      ErrorKind kind, String store, String what, Throwable cause, OptionalLong freeBytes) {
    static Failure of(ErrorKind kind, String store, String what, Throwable cause) {
      return new Failure(kind, store, what, cause, OptionalLong.empty());
    }

    static Failure of(String store, String what, Reply<?> reply) {
      OptionalLong free =
          reply.cause() instanceof StoreRefused refused
              ? refused.freeBytes()
              : OptionalLong.empty();
      return new Failure(reply.kind(), store, what, reply.cause(), free);
    }
  }
}
