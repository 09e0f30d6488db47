package org.datxa.simulation;

import java.util.List;
import org.datxa.simulation.Setup.Part;

/**
 * A small world that is explored completely.
 *
 * @param name its name
 * @param setup the deployment
 * @param coordinators how many meta-transactions there are
 * @param passes how many passes of recovery may begin, at any moment
 * @param sweeps how many sweeps of staged files
 * @param crashes how many processes may crash, at any moment
 * @param losses how many requests may be lost, late or refused
 * @param outside how often the clock jumps, the journal is compacted or fails over
 */
record Scope(
    String name,
    Setup setup,
    int coordinators,
    int passes,
    int sweeps,
    int crashes,
    int losses,
    int outside) {
  private static final Setup TWO = Setup.of(Part.JOURNAL, Part.A, Part.B).withPauses(1);

  /** One coordinator, and everything that may happen to it once. */
  static List<Scope> small() {
    return List.of(
        new Scope("separate journal", TWO, 1, 1, 0, 1, 1, 0),
        new Scope("separate journal, compacted", TWO, 1, 1, 0, 1, 0, 1),
        one("recorded intent", 1, Part.JOURNAL, Part.RECORDED, Part.A, Part.B),
        one("co-located", 1, Part.JOURNAL, Part.COLOCATED, Part.A, Part.B),
        one("claims", 1, Part.JOURNAL, Part.HOUSE),
        one("vote", 1, Part.JOURNAL, Part.VOTE, Part.A),
        new Scope("files", of(Part.JOURNAL, Part.ICE), 1, 1, 1, 1, 1, 0),
        new Scope("one store", of(Part.A), 1, 0, 0, 1, 1, 0));
  }

  /** Two coordinators, or more that goes wrong. */
  static List<Scope> whole() {
    return List.of(
        new Scope("separate journal, two", TWO, 2, 1, 0, 1, 1, 0),
        new Scope("separate journal, two losses", TWO, 1, 1, 0, 1, 2, 1),
        new Scope("two workers", TWO, 1, 2, 0, 1, 1, 0),
        new Scope("claims and branch", of(Part.JOURNAL, Part.A, Part.HOUSE), 1, 2, 0, 1, 1, 1),
        new Scope(
            "co-located, files", of(Part.JOURNAL, Part.COLOCATED, Part.A, Part.ICE), 1, 1, 1, 1, 1, 1),
        new Scope("vote, two", of(Part.JOURNAL, Part.VOTE, Part.A), 2, 1, 0, 1, 1, 0));
  }

  private static Setup of(Part... parts) {
    return Setup.of(parts).withPauses(1);
  }

  private static Scope one(String name, int outside, Part... parts) {
    return new Scope(name, of(parts), 1, 1, 0, 1, 1, outside);
  }
}
