package org.datxa;

/**
 * What one pass of recovery did.
 *
 * @param finished decided meta-transactions brought to their end
 * @param rolledBack undecided ones rolled back
 * @param pending decided ones that are still not finished
 * @param failed things that could not be looked at this time
 */
public record RecoveryReport(long finished, long rolledBack, long pending, long failed) {
  /**
   * Whether a further pass would have something to do.
   *
   * @return true if nothing is pending and everything could be looked at
   */
  public boolean isClean() {
    return pending == 0 && failed == 0;
  }
}
