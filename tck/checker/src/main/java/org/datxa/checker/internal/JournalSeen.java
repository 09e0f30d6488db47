package org.datxa.checker.internal;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a journal holds.
 *
 * @param records the records by dat_txn
 * @param watermarkMillis below it records may have been compacted
 */
public record JournalSeen(Map<String, Entry> records, long watermarkMillis) {

  /** The states that end a transaction. */
  static final Set<String> FINAL = Set.of("DONE", "ABORTED");

  /** The states after the decision to commit. */
  static final Set<String> DECIDED = Set.of("COMMITTED", "DONE");

  /**
   * A record.
   *
   * @param datTxn the key
   * @param state the name of its state
   * @param datTxTime its time
   * @param stores the stores of its branches
   * @param problems what makes no sense in it
   * @param heuristics what stores did other than decided
   */
  public record Entry(
      String datTxn,
      String state,
      long datTxTime,
      List<String> stores,
      List<String> problems,
      List<String> heuristics) {
    boolean isDecided() {
      return DECIDED.contains(state);
    }
  }
}
