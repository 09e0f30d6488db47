package org.datxa.lab.drevo.graph;

import java.time.Duration;

/**
 * What is only weakly known of drevo, or can be set there. Immutable.
 *
 * @param flagSurvivesReset whether RESET forgets to clear a connection's mark of a prepared
 *     transaction, so that the next COMMIT on it does nothing and says success
 * @param readOnlyChecked whether the commit of a transaction without writes can fail as one with
 *     writes
 * @param rollbackReplaces whether rolling a prepared transaction back makes open ones fail
 * @param prepareOutsideCode the code of a prepare outside a transaction
 * @param resolveInsideCode the code of a resolution inside a transaction
 * @param heuristicCode the code of a commit after a heuristic rollback
 * @param preparedTimeoutMillis the age at which a prepared transaction is rolled back; 0 is never
 */
public record Behaviour(
    boolean flagSurvivesReset,
    boolean readOnlyChecked,
    boolean rollbackReplaces,
    String prepareOutsideCode,
    String resolveInsideCode,
    String heuristicCode,
    long preparedTimeoutMillis) {

  /**
   * As it was read in drevo's source.
   *
   * @return the behaviour
   */
  public static Behaviour asObserved() {
    return new Behaviour(
        true, true, true, Codes.SEMANTIC_ERROR, Codes.UNKNOWN_ERROR, Codes.SEMANTIC_ERROR, 0);
  }

  /**
   * With or without the defect of RESET.
   *
   * @param on whether the flag survives
   * @return the changed behaviour
   */
  public Behaviour flagSurvivesReset(boolean on) {
    return new Behaviour(
        on,
        readOnlyChecked,
        rollbackReplaces,
        prepareOutsideCode,
        resolveInsideCode,
        heuristicCode,
        preparedTimeoutMillis);
  }

  /**
   * With another check of transactions without writes.
   *
   * @param on whether they are checked
   * @return the changed behaviour
   */
  public Behaviour readOnlyChecked(boolean on) {
    return new Behaviour(
        flagSurvivesReset,
        on,
        rollbackReplaces,
        prepareOutsideCode,
        resolveInsideCode,
        heuristicCode,
        preparedTimeoutMillis);
  }

  /**
   * With another effect of rolling back.
   *
   * @param on whether open transactions fail
   * @return the changed behaviour
   */
  public Behaviour rollbackReplaces(boolean on) {
    return new Behaviour(
        flagSurvivesReset,
        readOnlyChecked,
        on,
        prepareOutsideCode,
        resolveInsideCode,
        heuristicCode,
        preparedTimeoutMillis);
  }

  /**
   * With another timeout.
   *
   * @param timeout the age, zero for never
   * @return the changed behaviour
   */
  public Behaviour preparedTimeout(Duration timeout) {
    return new Behaviour(
        flagSurvivesReset,
        readOnlyChecked,
        rollbackReplaces,
        prepareOutsideCode,
        resolveInsideCode,
        heuristicCode,
        timeout.toMillis());
  }
}
