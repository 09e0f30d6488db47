package org.datxa.spi;

import java.util.Objects;

/**
 * The right to apply one branch, held by one finisher at a time. It is kept in the journal and
 * taken there by compare-and-set. Rules H2 and H3 of SPEC.md.
 *
 * @param owner who holds it; unique for each taking
 * @param number how many claims this branch has had, from 1; part of deduplication tokens
 * @param deadlineMillis the time, by the store's own clock, after which the store refuses
 *     statements of this claim
 * @param quietMillis the time, by the store's own clock, after which no statement of this claim can
 *     still be running; only then may somebody else take a claim
 */
public record Claim(String owner, int number, long deadlineMillis, long quietMillis) {
  /**
   * Checks the order of the times.
   *
   * @param owner who holds it; unique for each taking
   * @param number how many claims this branch has had, from 1; part of deduplication tokens
   * @param deadlineMillis the time, by the store's own clock, after which the store refuses
   *     statements of this claim
   * @param quietMillis the time, by the store's own clock, after which no statement of this claim
   *     can still be running; only then may somebody else take a claim
   */
  public Claim {
    Objects.requireNonNull(owner, "owner");
    if (number < 1 || quietMillis < deadlineMillis) {
      throw new IllegalArgumentException(
          "Not a claim: " + number + ", " + deadlineMillis + ", " + quietMillis);
    }
  }
}
