package org.datxa.checker;

/**
 * One thing that is not as it was promised.
 *
 * @param kind what sort of thing
 * @param store the store, or {@code journal}
 * @param datTxn the transaction; empty when it is not known
 * @param key the attempt, the row or the file it is about; empty when there is none
 * @param expected what should be
 * @param found what is
 */
public record Violation(
    Kind kind, String store, String datTxn, String key, String expected, String found) {
  /** What can be wrong. */
  public enum Kind {
    /** A row of a committed transaction is not there. */
    ROW_MISSING,
    /** A row of a transaction that did not commit is there. */
    ROW_UNEXPECTED,
    /** A row is there more than once. */
    ROW_DOUBLED,
    /** A row has another value. */
    ROW_WRONG,
    /** A row is there that no attempt wrote. */
    ROW_FOREIGN,
    /** A row carries the stamp of another transaction, or another time. */
    STAMP_WRONG,
    /** A committed transaction has no applied marker where it wrote. */
    MARKER_MISSING,
    /** An applied marker is there without a commit, or where nothing was written. */
    MARKER_UNEXPECTED,
    /** There are two applied markers of one transaction in one store. */
    MARKER_DOUBLED,
    /** The markers of one transaction, or marker and record, differ in time. */
    MARKER_TIME,
    /** A tombstone is there of a transaction that committed. */
    TOMBSTONE_UNEXPECTED,
    /** A prepared transaction is left. */
    PREPARED_LEFT,
    /** A staged file is left that no snapshot names. */
    STAGED_LEFT,
    /** A file that a retained snapshot needs is not there. */
    FILE_MISSING,
    /** A file that a retained snapshot needs cannot be read. */
    FILE_DAMAGED,
    /** A journal record is not finished. */
    RECORD_OPEN,
    /** A journal record says other than what was answered, or than what the stores hold. */
    RECORD_WRONG,
    /** A committed transaction has no record, and is too young for it to be compacted. */
    RECORD_MISSING,
    /** A journal record makes no sense. */
    RECORD_DAMAGED,
    /** A journal record tells of a store that did other than what was decided. */
    HEURISTIC,
    /** A store or journal cannot be read. */
    UNREADABLE
  }

  /** One line. */
  @Override
  public String toString() {
    return kind
        + " in "
        + store
        + (datTxn.isEmpty() ? "" : ", dat_txn " + datTxn)
        + (key.isEmpty() ? "" : ", " + key)
        + ": expected "
        + expected
        + ", found "
        + found;
  }
}
