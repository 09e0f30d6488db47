package org.datxa.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.datxa.internal.protocol.Deployment;
import org.datxa.internal.protocol.Plan;

/**
 * A deployment and what its meta-transactions touch.
 *
 * @param rules how it is configured
 * @param colocated whether the first two-phase store is the journal's database
 * @param vote whether an outside manager decides
 * @param stores the stores that every meta-transaction touches
 * @param readers how many of the two-phase stores are only read
 * @param chunks how many steps a post-decision branch takes
 * @param times the times of recovery
 * @param pauses how often a program may repeat
 */
record Setup(
    Plan.Rules rules,
    boolean colocated,
    boolean vote,
    List<Plan.Participant> stores,
    int readers,
    int chunks,
    Deployment.Times times,
    int pauses) {
  static final Plan.ClaimTerms TERMS = new Plan.ClaimTerms(100, ClaimModel.LONGEST + 10);

  /** What a deployment is made of. */
  enum Part {
    JOURNAL,
    RECORDED,
    COLOCATED,
    VOTE,
    /** A two-phase store. */
    A,
    /** Another two-phase store. */
    B,
    /** A two-phase store that prepares last. */
    FENCE,
    /** A post-decision store with claims. */
    HOUSE,
    /** A post-decision store of files. */
    ICE,
    /** B is only read. */
    READS
  }

  static Setup of(Part... parts) {
    return of(List.of(parts), 1, new Deployment.Times(0, 1_000_000, 1_000_000_000, 0, 2), 2);
  }

  Setup withChunks(int many) {
    return new Setup(rules, colocated, vote, stores, readers, many, times, pauses);
  }

  Setup withPauses(int many) {
    return new Setup(rules, colocated, vote, stores, readers, chunks, times, many);
  }

  Setup withPage(int page) {
    Deployment.Times paged =
        new Deployment.Times(times.stale(), times.alert(), times.markers(), 0, page);
    return new Setup(rules, colocated, vote, stores, readers, chunks, paged, pauses);
  }

  private static Setup of(List<Part> parts, int chunks, Deployment.Times times, int pauses) {
    boolean colocated = parts.contains(Part.COLOCATED);
    List<Plan.Participant> stores = new ArrayList<>();
    if (parts.contains(Part.A)) {
      stores.add(new Plan.Participant("a", true, false, colocated, false, Optional.empty()));
    }
    if (parts.contains(Part.B)) {
      stores.add(new Plan.Participant("b", true, false, false, false, Optional.empty()));
    }
    if (parts.contains(Part.FENCE)) {
      stores.add(new Plan.Participant("fence", true, true, false, false, Optional.empty()));
    }
    if (parts.contains(Part.HOUSE)) {
      stores.add(new Plan.Participant("house", false, false, false, true, Optional.of(TERMS)));
    }
    if (parts.contains(Part.ICE)) {
      stores.add(new Plan.Participant("ice", false, false, false, true, Optional.empty()));
    }
    Plan.Rules rules =
        new Plan.Rules(parts.contains(Part.JOURNAL), parts.contains(Part.RECORDED), 1000, 0);
    int readers = parts.contains(Part.READS) ? 1 : 0;
    return new Setup(
        rules, colocated, parts.contains(Part.VOTE), stores, readers, chunks, times, pauses);
  }

  static Setup random(Random random) {
    List<Part> parts = new ArrayList<>();
    boolean journal = random.nextInt(12) > 0;
    if (!journal) {
      parts.add(List.of(Part.A, Part.HOUSE, Part.ICE).get(random.nextInt(3)));
    } else {
      parts.add(Part.JOURNAL);
      for (Part part : List.of(Part.A, Part.B, Part.FENCE, Part.HOUSE, Part.ICE)) {
        if (random.nextInt(2) == 0) {
          parts.add(part);
        }
      }
      for (Part part : List.of(Part.RECORDED, Part.COLOCATED, Part.READS)) {
        if (random.nextInt(3) == 0) {
          parts.add(part);
        }
      }
      if (random.nextInt(5) == 0) {
        parts.add(Part.VOTE);
      }
    }
    long stale = random.nextInt(3) == 0 ? 200 : 0;
    return of(
        parts,
        1 + random.nextInt(2),
        new Deployment.Times(stale, 1_000_000, 1_000_000_000, 0, 1 + random.nextInt(3)),
        random.nextInt(4));
  }

  boolean reads(Plan.Participant participant) {
    return readers > 0 && participant.store().equals("b");
  }

  Deployment deployment() {
    Map<String, Deployment.Traits> traits = new LinkedHashMap<>();
    for (Plan.Participant store : stores) {
      traits.put(
          store.store(),
          new Deployment.Traits(
              store.twoPhase(),
              store.preparesLast(),
              !store.twoPhase() && store.claim().isEmpty(),
              store.claim()));
    }
    return new Deployment(traits, times);
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(rules.journal() ? rules.recordedIntent() ? "recorded" : "none" : "no journal");
    text.append(colocated ? ", co-located" : "").append(vote ? ", vote" : "");
    for (Plan.Participant store : stores) {
      text.append(", ").append(store.store()).append(reads(store) ? " (read)" : "");
    }
    return text.append(", chunks ")
        .append(chunks)
        .append(", page ")
        .append(times.page())
        .toString();
  }
}
