package org.datxa.spi;

/** What an error means for the one who wants the work done. Rules E1 to E4 of SPEC.md. */
public enum ErrorKind {
  /** The same work, run again as a whole in a new meta-transaction, may well succeed. */
  TRANSIENT,
  /** The store has no room. Running the work again helps only after space was freed. */
  STORE_FULL,
  /** The data breaks a rule of the store: a unique key, a foreign key, a check. */
  CONSTRAINT,
  /** Nothing but a change of the work, of the store or of the configuration helps. */
  PERMANENT;

  /**
   * Whether running the whole unit of work again is worth it.
   *
   * @return true for {@link #TRANSIENT} alone
   */
  public boolean retryable() {
    return this == TRANSIENT;
  }
}
