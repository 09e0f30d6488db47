package org.datxa.internal.protocol;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What a commit starts from.
 *
 * @param datTxn the meta-transaction
 * @param participants the stores that it touched
 * @param rules how the deployment is configured
 * @param vote the transaction of an outside manager that asked for the vote; empty to decide here
 */
public record Plan(
    UUID datTxn, List<Participant> participants, Rules rules, Optional<String> vote) {
  /** Copies the list. */
  public Plan {
    participants = List.copyOf(participants);
  }

  /**
   * A store as far as the protocol cares.
   *
   * @param store its name
   * @param twoPhase whether it prepares
   * @param preparesLast whether it stops other writers while something is prepared
   * @param carriesDecision whether the journal's row can go into its commit
   * @param wrote whether there is work; known beforehand for post-decision stores only
   * @param claim the terms of claims, or empty for a store that needs none
   */
  public record Participant(
      String store,
      boolean twoPhase,
      boolean preparesLast,
      boolean carriesDecision,
      boolean wrote,
      Optional<ClaimTerms> claim) {}

  /**
   * How long claims last.
   *
   * @param lastsMillis until the deadline
   * @param quietMillis from the deadline until none of its statements can be running
   */
  public record ClaimTerms(long lastsMillis, long quietMillis) {}

  /**
   * The configuration of a deployment, as far as the protocol cares.
   *
   * @param journal whether there is a journal
   * @param recordedIntent whether the intent is recorded before anything is prepared
   * @param maxPayloadBytes the most that all staged work of one meta-transaction may have
   * @param minFree the least free space asked of every written store; 0 asks nobody
   */
  public record Rules(
      boolean journal, boolean recordedIntent, long maxPayloadBytes, long minFree) {}
}
