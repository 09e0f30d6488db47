package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
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
  private static final List<Part> STORES =
      List.of(Part.A, Part.B, Part.FENCE, Part.HOUSE, Part.ICE);
  private static final List<Part> WAYS =
      List.of(Part.RECORDED, Part.COLOCATED, Part.READS, Part.GROUPED);
  private static final Map<Integer, Setup> MADE = new ConcurrentHashMap<>();

  /** What a deployment is made of. */
  enum Part {
    JOURNAL(1),
    RECORDED(2),
    COLOCATED(4),
    VOTE(8),
    /** A two-phase store. */
    A(16),
    /** Another two-phase store. */
    B(32),
    /** A two-phase store that prepares last. */
    FENCE(64),
    /** A post-decision store with claims. */
    HOUSE(128),
    /** A post-decision store of files. */
    ICE(256),
    /** B is only read. */
    READS(512),
    /** Group commit, and the coalesced finish of tables. */
    GROUPED(1024);

    private final int bit;

    Part(int bit) {
      this.bit = bit;
    }

    int bit() {
      return bit;
    }

    static List<Part> of(int bits) {
      return Stream.of(values()).filter(part -> (bits & part.bit()) != 0).toList();
    }
  }

  static Setup of(Part... parts) {
    return of(List.of(parts), 1, new Deployment.Times(0, 1_000_000, 1_000_000_000, 0, 2), 2);
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

  private static Setup of(List<Part> parts, int chunks, Deployment.Times times, int pauses) {
    boolean colocated = parts.contains(Part.COLOCATED);
    List<Participant> stores = new ArrayList<>();
    add(parts, Part.A, stores, new Participant("a", true, false, colocated, false, NONE));
    add(parts, Part.B, stores, new Participant("b", true, false, false, false, NONE));
    add(parts, Part.FENCE, stores, new Participant("fence", true, true, false, false, NONE));
    add(parts, Part.HOUSE, stores, new Participant("house", false, false, false, true, CLAIMS));
    add(parts, Part.ICE, stores, new Participant("ice", false, false, false, true, NONE));
    return new Setup(
        new Plan.Rules(parts.contains(Part.JOURNAL), parts.contains(Part.RECORDED), 1000, 0),
        colocated,
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

  private static void add(List<Part> parts, Part part, List<Participant> stores, Participant it) {
    if (parts.contains(part)) {
      stores.add(it);
    }
  }

  /** Any deployment; the same ones are made once only. */
  static Setup random(Choices choices) {
    int parts = parts(choices);
    int chunks = 1 + choices.below(2);
    int stale = choices.once(3) ? 200 : 0;
    int page = 1 + choices.below(3);
    int pauses = choices.below(4);
    int key = parts * 1000 + chunks * 100 + (stale > 0 ? 50 : 0) + page * 4 + pauses;
    return MADE.computeIfAbsent(
        key,
        unused ->
            of(
                Part.of(parts),
                chunks,
                new Deployment.Times(stale, 1_000_000, 1_000_000_000, 0, page),
                pauses));
  }

  private static int parts(Choices choices) {
    if (choices.once(12)) {
      return List.of(Part.A, Part.HOUSE, Part.ICE).get(choices.below(3)).bit();
    }
    int parts = Part.JOURNAL.bit();
    for (Part part : STORES) {
      parts |= choices.either() ? part.bit() : 0;
    }
    for (Part part : WAYS) {
      parts |= choices.once(3) ? part.bit() : 0;
    }
    return choices.once(5) ? parts | Part.VOTE.bit() : parts;
  }

  boolean reads(Participant participant) {
    return readers > 0 && participant.store().equals("b");
  }

  /** Whether an effect writes in the journal's server, so that its answer waits for the standby. */
  boolean onJournalServer(Effect<?> effect) {
    if (effect instanceof Effect.Insert || effect instanceof Effect.Advance) {
      return true;
    }
    boolean asks =
        effect instanceof Effect.ListPrepared
            || effect instanceof Effect.ReadMarker
            || effect instanceof Effect.Inspect;
    boolean elsewhere = effect instanceof Effect.OnProcess || effect instanceof Effect.OnJournal;
    return colocated && !elsewhere && !asks && World.storeName(effect).equals("a");
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
    return stores.stream().anyMatch(it -> !it.twoPhase() && it.claim().isEmpty());
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
