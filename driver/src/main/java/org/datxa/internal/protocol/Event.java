package org.datxa.internal.protocol;

import java.util.UUID;

/**
 * Something an operator or a listener should know. The number of a kind never changes its meaning.
 *
 * @param kind what happened
 * @param datTxn the meta-transaction, or null
 * @param store the store, or null
 * @param detail what was found and what to do next
 */
public record Event(Kind kind, UUID datTxn, String store, String detail) {
  /** The kinds of events. */
  public enum Kind {
    /** A decided meta-transaction was finished by recovery. */
    RECOVERED(101),
    /** An undecided meta-transaction was rolled back by recovery. */
    ROLLED_BACK(102),
    /** A decided meta-transaction is not finished for too long. */
    STUCK(103),
    /** A vote waits for its outside manager for too long. */
    WAITING_FOR_MANAGER(104),
    /** A store broke its promise, or somebody decided behind our back. */
    HEURISTIC(105),
    /** A record names a store that is not configured here. */
    STORE_NOT_HERE(106),
    /** A record cannot be read. */
    CORRUPT(107),
    /** A prepared branch is older than the journal's memory, and nothing proves its outcome. */
    BELOW_WATERMARK(108),
    /** A store or the journal did not answer recovery. */
    UNREACHABLE(109),
    /** Staged files that nothing explains. */
    STAGED_LEFTOVER(110),
    /** Long work goes on. */
    PROGRESS(111);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    /**
     * The number under which the event is logged.
     *
     * @return a number that is never used again for another meaning
     */
    public int number() {
      return number;
    }
  }

  @Override
  public String toString() {
    return "DATXA-"
        + kind.number()
        + " "
        + kind
        + (datTxn == null ? "" : " dat_txn=" + datTxn)
        + (store == null ? "" : " store=" + store)
        + ": "
        + detail;
  }
}
