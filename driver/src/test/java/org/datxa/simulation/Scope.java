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
  private static final Setup TWO = of(Part.JOURNAL, Part.A, Part.B);
  private static final Setup VOTE = of(Part.JOURNAL, Part.VOTE, Part.A);
  private static final Setup RECORDED = of(Part.JOURNAL, Part.RECORDED, Part.A, Part.B);

  /** One or two coordinators and one worker; a crash or a lost request at any moment. */
  static List<Scope> small() {
    return List.of(
        new Scope("separate journal, crash", TWO, 1, 1, 0, 1, 0, 1),
        new Scope("separate journal, loss", TWO, 1, 1, 0, 0, 1, 0),
        new Scope("recorded intent, crash", RECORDED, 1, 1, 0, 1, 0, 0),
        new Scope("co-located, both", colocated(Part.B), 1, 1, 0, 1, 1, 0),
        new Scope("claims, loss", of(Part.JOURNAL, Part.HOUSE), 1, 1, 0, 0, 1, 1),
        new Scope("vote, loss", VOTE, 1, 1, 0, 0, 1, 0),
        new Scope("files, crash", of(Part.JOURNAL, Part.ICE), 1, 1, 1, 1, 0, 0),
        new Scope("one store, both", of(Part.A), 1, 0, 0, 1, 1, 0),
        new Scope("two coordinators, co-located", colocated(Part.B), 2, 1, 0, 1, 0, 0),
        new Scope("two coordinators, files", of(Part.JOURNAL, Part.ICE), 2, 1, 0, 1, 0, 0));
  }

  /** Crash and loss together, two coordinators, two workers. */
  static List<Scope> whole() {
    return List.of(
        new Scope("separate journal, both", TWO, 1, 1, 0, 1, 1, 0),
        new Scope("vote, both", VOTE, 1, 1, 0, 1, 1, 0),
        new Scope("recorded intent, outside", RECORDED, 1, 1, 0, 1, 0, 1),
        new Scope("recorded intent, both", RECORDED, 1, 1, 0, 1, 1, 0),
        new Scope("two coordinators, crash", TWO, 2, 1, 0, 1, 0, 0),
        new Scope("two workers, files, crash", of(Part.JOURNAL, Part.ICE), 1, 2, 0, 1, 0, 0),
        new Scope("claims, both", of(Part.JOURNAL, Part.HOUSE), 1, 1, 0, 1, 1, 1),
        new Scope("files, both", of(Part.JOURNAL, Part.ICE), 1, 1, 1, 1, 1, 0),
        new Scope("co-located files, both", colocated(Part.ICE), 1, 1, 0, 1, 1, 1));
  }

  private static Setup of(Part... parts) {
    return Setup.of(parts).withPauses(1);
  }

  private static Setup colocated(Part other) {
    return of(Part.JOURNAL, Part.COLOCATED, Part.A, other);
  }
}
