package org.datxa.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.datxa.internal.protocol.Deployment;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Inquiry;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Plan.ClaimTerms;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Voting;
import org.datxa.spi.Marker;

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
 * @param partial whether an insert may land in part, against H1
 * @param grouped whether coordinators are threads of one process that share journal writes and
 *     commits to tables
 * @param programs what recovery and others run in it
 */
record Setup(
    Plan.Rules rules,
    boolean colocated,
    boolean vote,
    List<Participant> stores,
    int readers,
    int chunks,
    Deployment.Times times,
    int pauses,
    boolean partial,
    boolean grouped,
    Programs programs) {
  static final ClaimTerms TERMS = new ClaimTerms(100, ClaimModel.LONGEST + 10);

  private static final Optional<ClaimTerms> NONE = Optional.empty();
  private static final Optional<ClaimTerms> CLAIMS = Optional.of(TERMS);
  private static final Participant A = new Participant("a", true, false, false, false, NONE);
  private static final Participant CARRIER = new Participant("a", true, false, true, false, NONE);
  private static final Participant B = new Participant("b", true, false, false, false, NONE);
  private static final Participant FENCE = new Participant("fence", true, true, false, false, NONE);
  private static final Participant HOUSE =
      new Participant("house", false, false, false, true, CLAIMS);
  private static final Participant ICE = new Participant("ice", false, false, false, true, NONE);

  private static final List<Part> STORES =
      List.of(Part.A, Part.B, Part.FENCE, Part.HOUSE, Part.ICE);
  private static final List<Part> WAYS =
      List.of(Part.RECORDED, Part.COLOCATED, Part.READS, Part.GROUPED);
  private static final List<Part> ALONE = List.of(Part.A, Part.HOUSE, Part.ICE);

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
    READS,
    /** Group commit, and the coalesced finish of tables. */
    GROUPED
  }

  static Setup of(Part... parts) {
    return of(Set.of(parts), 1, new Deployment.Times(0, 1_000_000, 1_000_000_000, 0, 2), 2);
  }

  Setup withChunks(int many) {
    return new Setup(
        rules, colocated, vote, stores, readers, many, times, pauses, partial, grouped, programs);
  }

  Setup withPauses(int many) {
    return new Setup(
        rules, colocated, vote, stores, readers, chunks, times, many, partial, grouped, programs);
  }

  /** H1 is broken. */
  Setup inPart() {
    return new Setup(
        rules, colocated, vote, stores, readers, chunks, times, pauses, true, grouped, programs);
  }

  Setup withPage(int page) {
    Deployment.Times paged =
        new Deployment.Times(times.stale(), times.alert(), times.markers(), 0, page);
    Programs with = Programs.of(stores, paged);
    return new Setup(
        rules, colocated, vote, stores, readers, chunks, paged, pauses, partial, grouped, with);
  }

  private static Setup of(Set<Part> parts, int chunks, Deployment.Times times, int pauses) {
    List<Participant> stores = stores(parts);
    return new Setup(
        new Plan.Rules(parts.contains(Part.JOURNAL), parts.contains(Part.RECORDED), 1000, 0),
        parts.contains(Part.COLOCATED),
        parts.contains(Part.VOTE),
        stores,
        parts.contains(Part.READS) ? 1 : 0,
        chunks,
        times,
        pauses,
        false,
        parts.contains(Part.GROUPED),
        Programs.of(stores, times));
  }

  private static List<Participant> stores(Set<Part> parts) {
    List<Participant> stores = new ArrayList<>(STORES.size());
    for (Part part : STORES) {
      if (parts.contains(part)) {
        stores.add(store(part, parts.contains(Part.COLOCATED)));
      }
    }
    return List.copyOf(stores);
  }

  private static Participant store(Part part, boolean colocated) {
    return switch (part) {
      case A -> colocated ? CARRIER : A;
      case B -> B;
      case FENCE -> FENCE;
      case HOUSE -> HOUSE;
      default -> ICE;
    };
  }

  /** Any deployment. */
  static Setup random(Choices choices) {
    Set<Part> parts = parts(choices);
    int chunks = 1 + choices.below(2);
    int stale = choices.once(3) ? 200 : 0;
    int page = 1 + choices.below(3);
    int pauses = choices.below(4);
    return of(
        parts, chunks, new Deployment.Times(stale, 1_000_000, 1_000_000_000, 0, page), pauses);
  }

  private static Set<Part> parts(Choices choices) {
    if (choices.once(12)) {
      return EnumSet.of(ALONE.get(choices.below(ALONE.size())));
    }
    Set<Part> parts = EnumSet.of(Part.JOURNAL);
    for (Part part : STORES) {
      if (choices.either()) {
        parts.add(part);
      }
    }
    for (Part part : WAYS) {
      if (choices.once(3)) {
        parts.add(part);
      }
    }
    if (choices.once(5)) {
      parts.add(Part.VOTE);
    }
    return parts;
  }

  boolean reads(Participant participant) {
    return readers > 0 && participant.store().equals("b");
  }

  /** Whether an effect writes in the journal's server, so that its answer waits for the standby. */
  boolean onJournalServer(Effect<?> effect) {
    if (effect instanceof Effect.Insert || effect instanceof Effect.Advance) {
      return true;
    }
    return colocated && changesBranch(effect) && World.storeName(effect).equals("a");
  }

  private static boolean changesBranch(Effect<?> effect) {
    boolean asks =
        effect instanceof Effect.ListPrepared
            || effect instanceof Effect.ReadMarker
            || effect instanceof Effect.Inspect;
    Where where = Where.of(effect);
    return !asks && (where == Where.BRANCH || where == Where.STORE);
  }

  /** J7: whether what was answered is on the standby of the journal's server too. */
  boolean isOnStandby(Effect<?> effect, Reply<?> reply) {
    boolean marker =
        colocated
            && effect instanceof Effect.ReadMarker it
            && it.store().equals("a")
            && reply instanceof Reply.Done<?> found
            && found.value() != Marker.ABSENT;
    return marker || (reply.isDone() && onJournalServer(effect));
  }

  /** Whether a store keeps staged files. */
  boolean stages() {
    return stores.contains(ICE);
  }

  Deployment deployment() {
    return programs.deployment();
  }

  Program<?> pass() {
    return programs.pass();
  }

  Program<?> sweep() {
    return programs.sweep();
  }

  Voting voting() {
    return programs.voting();
  }

  Inquiry inquiry() {
    return programs.inquiry();
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(rules.journal() ? rules.recordedIntent() ? "recorded" : "none" : "no journal");
    text.append(colocated ? ", co-located" : "").append(vote ? ", vote" : "");
    text.append(grouped ? ", grouped" : "");
    for (Participant store : stores) {
      text.append(", ").append(store.store()).append(reads(store) ? " (read)" : "");
    }
    return text.append(", chunks ")
        .append(chunks)
        .append(", page ")
        .append(times.page())
        .toString();
  }
}
