package org.datxa.journal;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.datxa.spi.Claim;

/**
 * What changes of a record after it was first written, apart from its state: small, and written
 * anew with each change while {@code branches} stays as it is.
 *
 * @param version counts the changes, from 0; part of every compare-and-set
 * @param claims by store, who applies the branch
 * @param applied by store, a note that the branch is finished there, and how
 * @param heuristics by store, what was found that broke a promise
 * @param cleaned whether everything that an aborted meta-transaction left was removed
 * @param listedSinceMillis since when a decided record is listed to an outside manager; 0 when not
 */
public record Progress(
    long version,
    Map<String, Claim> claims,
    Map<String, String> applied,
    Map<String, String> heuristics,
    boolean cleaned,
    long listedSinceMillis) {
  /** The progress of a new record. */
  public static final Progress NONE = new Progress(0, Map.of(), Map.of(), Map.of(), false, 0);

  /** Copies the maps. */
  public Progress {
    claims = Map.copyOf(claims);
    applied = Map.copyOf(applied);
    heuristics = Map.copyOf(heuristics);
  }

  /**
   * The claim on a branch.
   *
   * @param store the store
   * @return the last claim, or empty when there was none
   */
  public Optional<Claim> claim(String store) {
    return Optional.ofNullable(claims.get(store));
  }

  /**
   * Adds or replaces a claim.
   *
   * @param store the store
   * @param claim the claim
   * @return the new progress, same version
   */
  public Progress withClaim(String store, Claim claim) {
    return new Progress(
        version, with(claims, store, claim), applied, heuristics, cleaned, listedSinceMillis);
  }

  /**
   * Notes that a branch is finished.
   *
   * @param store the store
   * @param how a word or two for a human
   * @return the new progress, same version
   */
  public Progress withApplied(String store, String how) {
    return new Progress(
        version, claims, with(applied, store, how), heuristics, cleaned, listedSinceMillis);
  }

  /**
   * Notes a heuristic outcome.
   *
   * @param store the store
   * @param found what was found
   * @return the new progress, same version
   */
  public Progress withHeuristic(String store, String found) {
    return new Progress(
        version, claims, applied, with(heuristics, store, found), cleaned, listedSinceMillis);
  }

  /**
   * Notes that nothing is left of an aborted meta-transaction.
   *
   * @return the new progress, same version
   */
  public Progress withCleaned() {
    return new Progress(version, claims, applied, heuristics, true, listedSinceMillis);
  }

  /**
   * Opens or closes the listing to an outside manager.
   *
   * @param sinceMillis since when it is listed; 0 closes
   * @return the new progress, same version
   */
  public Progress listed(long sinceMillis) {
    return new Progress(version, claims, applied, heuristics, cleaned, sinceMillis);
  }

  /**
   * The same, one version on.
   *
   * @return what a compare-and-set writes
   */
  public Progress next() {
    return new Progress(version + 1, claims, applied, heuristics, cleaned, listedSinceMillis);
  }

  private static <V> Map<String, V> with(Map<String, V> map, String key, V value) {
    Map<String, V> changed = new HashMap<>(map);
    changed.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
    return changed;
  }
}
