package org.datxa;

/** What became of a meta-transaction, as far as it can be told now. */
public enum Outcome {
  /** Decided and applied in every store. */
  COMMITTED,
  /** Decided; some store is still being rolled forward. */
  PENDING,
  /** Rolled back; it can never be decided any more. */
  ABORTED,
  /** Begun and neither decided nor aborted yet, or the journal does not answer. Ask again later. */
  IN_DOUBT,
  /**
   * Nothing is known of it: it never came as far as the journal, or is older than its memory. No
   * licence to run the work again after an {@link org.datxa.spi.error.InDoubt}: a decision that
   * another process has sent may still be on its way.
   */
  UNKNOWN
}
