package org.datxa.simulation;

/** One way in which the world or a program is deliberately broken. */
enum Mutant {
  /** None. */
  NONE,
  /** J3, J9: the journal accepts an INSERT below the watermark. */
  NO_WATERMARK,
  /** J4: what is aborted is compacted before it was cleaned. */
  COMPACTS_UNCLEANED,
  /** J7: what was only read is acted on. */
  NO_ACKNOWLEDGEMENT,
  /** J1: a lost answer to a decision is settled by a read. */
  SETTLES_BY_READ,
  /** J2: a record that is missing after COMMITTED was sent counts as aborted. */
  MISSING_IS_ABORTED,
  /** J9: a gid without a record is rolled back without a tombstone. */
  NO_TOMBSTONE,
  /** C1: an unknown local COMMIT is settled by reading the marker. */
  READS_MARKER,
  /** C1: an unknown COMMIT that carries the decision is settled by reading the journal. */
  READS_CARRIED,
  /** X3: a vote that may be written is answered as a roll-back. */
  VOTES_NO_UNCONFIRMED,
  /** H2: a claim is taken over before the last one is quiet. */
  IMPATIENT,
  /** H3: the store does not check deadlines. */
  NO_DEADLINE,
  /** H4: a finisher under a later claim does not count. */
  NEVER_PROBES,
  /** The first attempt is not verified. */
  NEVER_VERIFIES,
  /** K3: staged files are deleted after an unknown apply. */
  DISCARDS_UNKNOWN,
  /** The decision is written before the prepares. */
  DECIDES_FIRST,
  /** J8: a listed gid of a finished meta-transaction is left alone. */
  IGNORES_DONE
}
