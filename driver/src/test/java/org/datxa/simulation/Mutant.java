package org.datxa.simulation;

/** One way in which the world or a program is deliberately broken. */
enum Mutant {
  /** None. */
  NONE,
  /** J1: a lost answer to a decision is settled by a read. */
  SETTLES_BY_READ,
  /** J2: a record that is missing after COMMITTED was sent counts as aborted. */
  MISSING_IS_ABORTED,
  /** J3, J9: the journal accepts an INSERT below the watermark. */
  NO_WATERMARK,
  /** J3: an INSERT overwrites what is there. */
  UPSERTS,
  /** J4: what is aborted is compacted before it was cleaned. */
  COMPACTS_UNCLEANED,
  /** J4: a tombstone counts as cleaned although no store was asked. */
  CLEANS_BLINDLY,
  /** J5: markers go before their records. */
  PRUNES_EARLY,
  /** J6: recovery sweeps a store that belongs to another journal. */
  SWEEPS_FOREIGN_STORES,
  /** J7: what was only read is acted on. */
  NO_ACKNOWLEDGEMENT,
  /** J7: a write is acknowledged before the standby has it. */
  DECIDES_ASYNCHRONOUSLY,
  /** J7: a marker that was only read is answered. */
  ANSWERS_BY_A_READ,
  /** J8: a listed gid of a finished meta-transaction is left alone. */
  IGNORES_DONE,
  /** J9: a gid without a record is rolled back without a tombstone. */
  NO_TOMBSTONE,
  /** J10: the watermark is looked at when an INSERT is sent, not when it is written. */
  NO_GATE,
  /** J10: a watermark is told that has moved while an INSERT is under way. */
  TELLS_WHAT_MOVED,
  /** A change of a record does not compare it with what was read. */
  BLIND_CHANGES,
  /** Group commit: whoever is written with others is answered before its own result is known. */
  ONE_ANSWER_FOR_ALL,
  /** K1: who commits for several does not look again when the table has changed. */
  LOOKS_ONCE,
  /** Coalesced finish: what does not fit for one is refused for all that were with it. */
  SHARES_A_FAULT,
  /** Coalesced finish: all that were taken together hear the last answer. */
  LAST_ANSWER_FOR_ALL,
  /** P1: the marker is read before the list of gids. */
  READS_MARKER_FIRST,
  /** The journal is read before the list of gids, and a missing record is presumed aborted. */
  READS_JOURNAL_FIRST,
  /** P2: a busy gid is taken for a heuristic outcome. */
  BUSY_IS_HEURISTIC,
  /** P3: a failed transaction is prepared. */
  PREPARES_WHAT_FAILED,
  /** C1: an unknown local COMMIT is settled by reading the marker. */
  READS_MARKER,
  /** C1: an unknown COMMIT that carries the decision is settled by reading the journal. */
  READS_CARRIED,
  /** C2: the decision is an UPDATE that finds no row in an old snapshot. */
  UPDATES_INTENT,
  /** C3: staged files go without a tombstone. */
  SWEEPS_WITHOUT_TOMBSTONE,
  /** C3: staged files go although a snapshot names them. */
  DELETES_WHAT_IS_NAMED,
  /** X1: what we list to a manager is not all. */
  LISTS_IN_PART,
  /** X1: a vote is presumed aborted like any other record. */
  PRESUMES_VOTES,
  /** X2: a one-phase commit writes an xid. */
  ONE_PHASE_XID,
  /** X3: a vote that may be written is answered as a roll-back. */
  VOTES_NO_UNCONFIRMED,
  /** H1: a chunk is more than one block. */
  SPLITS_BLOCKS,
  /** H2: a claim is taken over before the last one is quiet. */
  IMPATIENT,
  /** H2: recovery applies without taking the claim. */
  SKIPS_THE_CLAIM,
  /** H2: the decision carries no claim of the coordinator. */
  DECIDES_WITHOUT_CLAIM,
  /** H2: a claim is extended while a statement of it is unanswered. */
  EXTENDS_ITS_CLAIM,
  /** H2: an owner repeats its own lost insert. */
  REPEATS_ITS_INSERT,
  /** H3: the store does not check deadlines. */
  NO_DEADLINE,
  /** H4: a finisher under a later claim does not count. */
  NEVER_PROBES,
  /** H4: a finisher deletes before it inserts again. */
  DELETES_FIRST,
  /** H5: a replica that lags counts. */
  LAGGING_REPLICA,
  /** The first attempt is not verified. */
  NEVER_VERIFIES,
  /** Whoever has inserted trusts the answer, which may be a token's. */
  TRUSTS_TOKENS,
  /** K1: a commit to a table does not look for the meta-transaction among the ancestors. */
  COMMITS_UNVALIDATED,
  /** K3: staged files are deleted after an unknown apply. */
  DISCARDS_UNKNOWN,
  /** The marker is written after the data, in a step of its own. */
  MARKS_APART,
  /** The decision is written before the prepares. */
  DECIDES_FIRST,
  /** Branches are committed before the decision is written. */
  FINISHES_FIRST,
  /** Branches are rolled back after a decision that is unknown. */
  UNDOES_DOUBT,
  /** A prepare that was not answered counts as prepared. */
  IGNORES_UNKNOWN_PREPARE,
  /** DONE is written before all branches are applied. */
  DONE_EARLY,
  /** A record that is not finished is compacted. */
  COMPACTS_UNFINISHED
}
