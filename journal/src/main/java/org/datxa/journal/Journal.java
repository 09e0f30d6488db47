package org.datxa.journal;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.datxa.spi.DecisionWrite;
import org.datxa.spi.Finding;

/**
 * The memory of all meta-transactions of a deployment. One compare-and-set in it is the decision.
 *
 * <p><b>You must</b> answer every call within a bound; write durably before you answer; answer
 * every write with one of: nothing (it is written, durable and, where that is configured,
 * replicated), {@link JournalConflict} or {@link JournalRefused} (certainly not written), {@link
 * JournalUnknown}. A warning in place of an error is unknown (rule J7). Never repeat a write by
 * yourself (J3). Read the primary.
 *
 * <p><b>The engine promises</b> to settle an unknown write by another write (J1), and never to
 * write a change that {@link State} does not allow.
 *
 * <p><b>Concurrency.</b> Any number of threads and processes, unless the kind says otherwise.
 */
public interface Journal extends AutoCloseable {
  /** Reports long work: how much is done. */
  @FunctionalInterface
  interface Counter {
    /**
     * Called now and then.
     *
     * @param done how many are done so far
     */
    void done(long done);
  }

  /**
   * The identity of this journal, made when its tables were. Valid after {@link #check()}.
   *
   * @return the identity
   */
  UUID id();

  /**
   * Where the journal is, without secrets.
   *
   * @return server, database and schema, or file
   */
  String location();

  /**
   * Reaches the journal, makes its tables or checks their shape, and checks that it can be written
   * and is a primary. Reports all it finds.
   *
   * @return the findings; empty when the journal can be used
   */
  List<Finding> check();

  /**
   * Writes a first record, under the gate (J10): refused when its {@code dat_txn} is below the
   * watermark.
   *
   * @param record the record, with progress version 0, in a state that may be first
   * @throws JournalException conflict when there is a record already
   */
  void insert(JournalRecord record) throws JournalException;

  /**
   * Changes a record by compare-and-set from its state and its progress version. Never refused for
   * the watermark (J9). {@code branches}, {@code xid} and {@code created_ms} stay as they are.
   *
   * @param read the record or head as it was read
   * @param next what {@link JournalRecord#to} made of it
   * @throws JournalException conflict when it is not as read any more, or gone
   */
  void advance(RecordHead read, RecordHead next) throws JournalException;

  /**
   * Reads a record, in a statement begun after this call.
   *
   * @param datTxn the meta-transaction
   * @return the record, or empty when there is none
   * @throws JournalException when it cannot be read; {@link JournalCorrupted} when it makes no
   *     sense
   */
  Optional<JournalRecord> find(UUID datTxn) throws JournalException;

  /**
   * Reads the record of an outside manager's transaction.
   *
   * @param xid the transaction, as text
   * @return the record, or empty when there is none
   * @throws JournalException when it cannot be read
   */
  Optional<JournalRecord> findByXid(String xid) throws JournalException;

  /**
   * The records that an outside manager must be told of: PREPARED with an xid, and decided ones
   * whose listing is open. Complete or not at all (X1).
   *
   * @return their heads
   * @throws JournalException when they cannot be read whole
   */
  List<RecordHead> listed() throws JournalException;

  /**
   * Scans by state and age, in the order of {@code dat_txn}, without reading branches. Records that
   * compaction may delete once they are old enough have nothing left to do and are not among them.
   *
   * @param states which states
   * @param updatedBeforeMillis only those last written before this time
   * @param after only those above this {@code dat_txn}; empty for the first page
   * @param limit how many at most
   * @return the heads
   * @throws JournalException when they cannot be read
   */
  List<RecordHead> scan(
      Set<State> states, long updatedBeforeMillis, Optional<UUID> after, int limit)
      throws JournalException;

  /**
   * A write that carries a first record in a branch's own commit (C2, S3). The branch's database
   * must be this journal's.
   *
   * @param record the record, COMMITTED, with progress version 0
   * @return the write; may be run once
   */
  DecisionWrite decision(JournalRecord record);

  /**
   * The durable watermark: below it nothing new is decided, and whatever was is there to be found.
   * An implementation whose INSERTs look at a newer value answers the older one as long as an
   * INSERT may be under way that looked before (J10).
   *
   * @return milliseconds since 1970
   * @throws JournalException when it cannot be read
   */
  long watermarkMillis() throws JournalException;

  /**
   * Moves the watermark up, passes the gate once, then deletes the records below it that may go:
   * DONE without an open listing, and ABORTED that are cleaned (J4, J9).
   *
   * @param watermarkMillis the new watermark; a lower one than the present leaves it where it is
   * @param counter told how many were deleted so far
   * @return how many were deleted; 0 also when the gate could not be passed this time
   * @throws JournalException when it failed; what was not deleted is deleted next time
   */
  long compact(long watermarkMillis, Counter counter) throws JournalException;

  /**
   * Raises the ceiling of the hybrid logical clock, which never goes back.
   *
   * @param ceiling the ceiling wanted, as a {@code dat_tx_time}
   * @return the ceiling that holds now: at least the one wanted
   * @throws JournalException when it is not known to be durable
   */
  long raiseClock(long ceiling) throws JournalException;

  /**
   * The clock of the journal's server.
   *
   * @return milliseconds since 1970
   * @throws JournalException when it cannot be read
   */
  long serverMillis() throws JournalException;

  /**
   * Notes that a two-phase or staging store is bound to this journal, for good. A tombstone is
   * cleaned only when every one of them was asked (J4).
   *
   * @param store the name of the store
   * @throws JournalException when it is not known to be durable
   */
  void register(String store) throws JournalException;

  /**
   * All stores that were ever registered.
   *
   * @return their names
   * @throws JournalException when they cannot be read
   */
  Set<String> registered() throws JournalException;

  /** Closes pools and files. */
  @Override
  void close();
}
