package org.datxa.simulation;

import java.util.List;
import java.util.stream.Stream;
import org.datxa.simulation.Setup.Part;

/** Which rule each mutant breaks, where, and what must be noticed. */
final class Mutants {
  /**
   * A rule that is broken.
   *
   * @param rule the rule of SPEC.md, or "order" and the like
   * @param mutant how it is broken
   * @param noticed part of the violation that must be found
   * @param setups where it is looked for
   */
  record Broken(String rule, Mutant mutant, String noticed, List<Setup> setups) {}

  private static final String SPLIT = "is neither whole nor absent";
  private static final String UNTRUE = "was told to be rolled back, and is there";

  private static final Setup TWO = Setup.of(Part.JOURNAL, Part.A, Part.B);
  private static final Setup RECORDED = Setup.of(Part.JOURNAL, Part.RECORDED, Part.A, Part.B);
  private static final Setup FILES = Setup.of(Part.JOURNAL, Part.ICE);
  private static final Setup MIXED = Setup.of(Part.JOURNAL, Part.A, Part.ICE);
  private static final Setup HOUSE = Setup.of(Part.JOURNAL, Part.HOUSE);
  private static final Setup BOTH = Setup.of(Part.JOURNAL, Part.HOUSE, Part.A);
  private static final Setup COLOCATED = Setup.of(Part.JOURNAL, Part.COLOCATED, Part.A, Part.B);
  private static final Setup LEAN = Setup.of(Part.JOURNAL, Part.COLOCATED, Part.A, Part.ICE);
  private static final Setup ALONE = Setup.of(Part.JOURNAL, Part.COLOCATED, Part.A);
  private static final Setup GROUPED = Setup.of(Part.JOURNAL, Part.GROUPED, Part.A, Part.B);
  private static final Setup COALESCED = Setup.of(Part.JOURNAL, Part.GROUPED, Part.ICE);
  private static final Setup VOTE = Setup.of(Part.JOURNAL, Part.VOTE, Part.A);

  private Mutants() {}

  static List<Broken> all() {
    return Stream.of(journal(), stores(), manager(), claims(), files(), order())
        .flatMap(List::stream)
        .toList();
  }

  private static Broken broken(String rule, Mutant mutant, String noticed, Setup... setups) {
    return new Broken(rule, mutant, noticed, List.of(setups));
  }

  private static List<Broken> journal() {
    Setup once = TWO.withPauses(1);
    return List.of(
        broken("J1", Mutant.SETTLES_BY_READ, UNTRUE, RECORDED.withPauses(0)),
        broken("J2", Mutant.MISSING_IS_ABORTED, UNTRUE, once),
        broken("J3", Mutant.NO_WATERMARK, SPLIT, FILES, MIXED),
        broken("J3", Mutant.UPSERTS, SPLIT, TWO, MIXED),
        broken("J4", Mutant.COMPACTS_UNCLEANED, "is left PREPARED", RECORDED),
        broken("J4", Mutant.CLEANS_BLINDLY, "is left PREPARED", TWO, COLOCATED),
        broken("J5", Mutant.PRUNES_EARLY, "heuristic", TWO),
        broken("J6", Mutant.SWEEPS_FOREIGN_STORES, "is undone", TWO),
        broken("J7", Mutant.NO_ACKNOWLEDGEMENT, "not durably decided", once, MIXED.withPauses(1)),
        broken("J7", Mutant.DECIDES_ASYNCHRONOUSLY, "not durably decided", TWO),
        broken("J7", Mutant.ANSWERS_BY_A_READ, "was said to be committed", ALONE),
        broken("J8", Mutant.IGNORES_DONE, SPLIT, TWO),
        broken("J9", Mutant.NO_TOMBSTONE, SPLIT, TWO, COLOCATED),
        broken("J10", Mutant.NO_GATE, "heuristic", FILES, TWO),
        broken("J10", Mutant.TELLS_WHAT_MOVED, "is undone", FILES, MIXED),
        broken("compare", Mutant.BLIND_CHANGES, "is undone", RECORDED),
        broken("group", Mutant.ONE_ANSWER_FOR_ALL, "not durably decided", GROUPED),
        broken("compaction", Mutant.COMPACTS_UNFINISHED, SPLIT, TWO, MIXED));
  }

  private static List<Broken> stores() {
    return List.of(
        broken("P1", Mutant.READS_MARKER_FIRST, "heuristic", TWO),
        broken("P1", Mutant.READS_JOURNAL_FIRST, "is undone", TWO),
        broken("P2", Mutant.BUSY_IS_HEURISTIC, "heuristic", TWO),
        broken("P3", Mutant.PREPARES_WHAT_FAILED, SPLIT, TWO, MIXED),
        broken("C1", Mutant.READS_MARKER, UNTRUE, Setup.of(Part.A)),
        broken("C1", Mutant.READS_CARRIED, UNTRUE, LEAN),
        broken("C2", Mutant.UPDATES_INTENT, SPLIT, COLOCATED, LEAN),
        broken("marker", Mutant.MARKS_APART, "heuristic", TWO));
  }

  private static List<Broken> manager() {
    Setup twice = Setup.of(Part.JOURNAL, Part.VOTE, Part.A, Part.B);
    return List.of(
        broken("X1", Mutant.LISTS_IN_PART, "not as its manager decided", VOTE, twice),
        broken("X1", Mutant.PRESUMES_VOTES, "not as its manager decided", VOTE, twice),
        broken("X2", Mutant.ONE_PHASE_XID, "stays PREPARED", RECORDED),
        broken("X3", Mutant.VOTES_NO_UNCONFIRMED, "is left PREPARED", VOTE.withPauses(0)));
  }

  private static List<Broken> claims() {
    Setup chunks = HOUSE.withChunks(2);
    return List.of(
        broken("H1", Mutant.SPLITS_BLOCKS, "heuristic", HOUSE),
        broken("H2", Mutant.IMPATIENT, SPLIT, BOTH),
        broken("H2", Mutant.SKIPS_THE_CLAIM, SPLIT, HOUSE, chunks),
        broken("H2", Mutant.DECIDES_WITHOUT_CLAIM, SPLIT, HOUSE, BOTH),
        broken("H2", Mutant.EXTENDS_ITS_CLAIM, SPLIT, HOUSE, BOTH),
        broken("H2", Mutant.REPEATS_ITS_INSERT, SPLIT, HOUSE, BOTH),
        broken("H3", Mutant.NO_DEADLINE, SPLIT, BOTH),
        broken("H4", Mutant.NEVER_PROBES, SPLIT, HOUSE),
        broken("H4", Mutant.DELETES_FIRST, SPLIT, BOTH),
        broken("H5", Mutant.LAGGING_REPLICA, SPLIT, HOUSE, chunks),
        broken("verify", Mutant.NEVER_VERIFIES, "is not there", HOUSE),
        broken("token", Mutant.TRUSTS_TOKENS, SPLIT, chunks, HOUSE.withPauses(1)));
  }

  private static List<Broken> files() {
    return List.of(
        broken("C3", Mutant.SWEEPS_WITHOUT_TOMBSTONE, SPLIT, MIXED),
        broken("C3", Mutant.DELETES_WHAT_IS_NAMED, "is undone", FILES, MIXED),
        broken("K1", Mutant.COMMITS_UNVALIDATED, SPLIT, FILES, MIXED),
        broken("K1", Mutant.LOOKS_ONCE, SPLIT, COALESCED),
        broken("coalesced", Mutant.SHARES_A_FAULT, "heuristic", COALESCED),
        broken("coalesced", Mutant.LAST_ANSWER_FOR_ALL, "is not there", COALESCED),
        broken("K3", Mutant.DISCARDS_UNKNOWN, "is undone", FILES));
  }

  private static List<Broken> order() {
    return List.of(
        broken("order", Mutant.DECIDES_FIRST, SPLIT, TWO),
        broken("order", Mutant.FINISHES_FIRST, "not durably decided", TWO),
        broken("order", Mutant.DONE_EARLY, SPLIT, MIXED, TWO),
        broken("unknown", Mutant.UNDOES_DOUBT, "is undone", TWO.withPauses(0)),
        broken("unknown", Mutant.IGNORES_UNKNOWN_PREPARE, SPLIT, TWO, MIXED));
  }
}
