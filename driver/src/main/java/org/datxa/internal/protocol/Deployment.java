package org.datxa.internal.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.datxa.internal.protocol.Plan.ClaimTerms;

/** The stores that are configured in this process, and the times that recovery works with. */
public final class Deployment {
  private final Map<String, Traits> stores;
  private final Times times;
  private final List<String> twoPhase;
  private final List<String> postDecision;
  private final List<String> staging;
  private final Set<String> fence;

  /**
   * A deployment.
   *
   * @param stores by name
   * @param times the times
   */
  public Deployment(Map<String, Traits> stores, Times times) {
    this.stores = Map.copyOf(stores);
    this.times = times;
    this.twoPhase = named(Traits::twoPhase);
    this.postDecision = named(traits -> !traits.twoPhase());
    this.staging = named(Traits::stages);
    this.fence = Set.copyOf(named(Traits::preparesLast));
  }

  /**
   * What recovery must know of a store.
   *
   * @param twoPhase whether it prepares
   * @param preparesLast whether it stops other writers while something is prepared
   * @param stages whether it keeps staged files
   * @param claim the terms of claims, or empty for a store that needs none
   */
  public record Traits(
      boolean twoPhase, boolean preparesLast, boolean stages, Optional<ClaimTerms> claim) {}

  /**
   * Ages in milliseconds. None of them carries safety.
   *
   * @param stale how long a record or prepared branch must be unchanged before recovery acts
   * @param alert how long before it is reported
   * @param markers how long markers are kept at least
   * @param work how long the work of a meta-transaction may take
   * @param page how many records are read at a time
   */
  public record Times(long stale, long alert, long markers, long work, int page) {}

  Map<String, Traits> stores() {
    return stores;
  }

  Times times() {
    return times;
  }

  List<String> twoPhase() {
    return twoPhase;
  }

  List<String> postDecision() {
    return postDecision;
  }

  List<String> staging() {
    return staging;
  }

  Set<String> fence() {
    return fence;
  }

  private List<String> named(java.util.function.Predicate<Traits> which) {
    return stores.entrySet().stream()
        .filter(e -> which.test(e.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  static long millis(UUID datTxn) {
    return datTxn.getMostSignificantBits() >>> 16;
  }
}
