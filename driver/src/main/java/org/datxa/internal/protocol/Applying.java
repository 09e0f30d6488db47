package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;

import java.util.BitSet;
import java.util.function.Supplier;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.Evidence;

/** Applies the staged work of one decided branch to its store. H1 to H6, K1. */
final class Applying {
  private Applying() {}

  /**
   * Applies every chunk under a claim that nobody used before.
   *
   * @param branch the branch
   * @param chunks how many chunks it has
   * @param claim the claim
   * @return how far it came
   */
  static Program<BranchEnd> underClaim(DecidedBranch branch, int chunks, Claim claim) {
    return insert(new Job(branch, claim, chunks), new BitSet());
  }

  /**
   * Looks what is there, then applies the rest, under a fresh claim.
   *
   * @param branch the branch
   * @param claim the claim
   * @return how far it came
   */
  static Program<BranchEnd> probedUnderClaim(DecidedBranch branch, Claim claim) {
    return probe(
        branch,
        evidence ->
            evidence.marked()
                ? end(finished(branch))
                : insert(new Job(branch, claim, evidence.chunks()), evidence.present()));
  }

  /** One application: what, under which right, in how many steps. */
  private record Job(DecidedBranch branch, Claim claim, int chunks) {
    String store() {
      return branch.gid().store();
    }
  }

  // H1: in order, and each chunk verified before the next, so that a count names the prefix.
  private static Program<BranchEnd> insert(Job job, BitSet present) {
    int chunk = present.nextClearBit(0);
    if (chunk >= job.chunks()) {
      return mark(job, 1);
    }
    return ask(new Effect.Apply(job.branch(), chunk, job.claim()))
        .then(
            reply ->
                reply.fold(
                    done -> verify(job, chunk),
                    refused -> insertRefused(job, refused),
                    // H2: nobody sends anything more for this branch until the claim is quiet.
                    unknown ->
                        end(
                            BranchEnd.pending(
                                job.store(), "chunk " + chunk + " unknown", unknown))));
  }

  private static Program<BranchEnd> insertRefused(Job job, Reply.Refused<?> refused) {
    return end(
        refused.why() == Why.CONFLICT
            ? BranchEnd.heuristic(job.store(), "can never be applied: " + message(refused))
            : BranchEnd.pending(job.store(), "not applied", refused));
  }

  // An acknowledged insert proves nothing: a deduplication token can swallow it.
  private static Program<BranchEnd> verify(Job job, int chunk) {
    return probe(
        job.branch(),
        evidence -> {
          if (evidence.marked()) {
            return end(finished(job.branch()));
          }
          return evidence.present().get(chunk)
              ? insert(job, evidence.present())
              : end(BranchEnd.pending(job.store(), "chunk " + chunk + " was swallowed"));
        });
  }

  private static Program<BranchEnd> mark(Job job, int attempt) {
    return ask(new Effect.Mark(job.branch()))
        .then(
            reply ->
                reply.isDone()
                    ? end(finished(job.branch()))
                    : pauseOr(
                        attempt,
                        () -> mark(job, attempt + 1),
                        () -> BranchEnd.pending(job.store(), "marker is unknown", reply)));
  }

  /**
   * Applies a branch whose store makes sure of once by itself, chunk by chunk.
   *
   * @param branch the branch
   * @return how far it came
   */
  static Program<BranchEnd> withoutClaim(DecidedBranch branch) {
    return withoutClaim(branch, 1);
  }

  private static Program<BranchEnd> withoutClaim(DecidedBranch branch, int attempt) {
    return probe(branch, evidence -> atomicSteps(branch, evidence, attempt));
  }

  private static Program<BranchEnd> atomicSteps(
      DecidedBranch branch, Evidence evidence, int attempt) {
    int chunk = evidence.present().nextClearBit(0);
    if (evidence.marked() || chunk >= evidence.chunks()) {
      return end(finished(branch));
    }
    String store = branch.gid().store();
    return ask(new Effect.Apply(branch, chunk, new Claim("none", 1, 0, 0)))
        .then(
            reply -> {
              if (reply.isDone()) {
                return atomicSteps(branch, withChunk(evidence, chunk), attempt);
              }
              if (reply.refusedFor(Why.CONFLICT)) {
                return end(BranchEnd.heuristic(store, "can never be applied: " + message(reply)));
              }
              return pauseOr(
                  attempt,
                  () -> withoutClaim(branch, attempt + 1),
                  () -> BranchEnd.pending(store, "not applied", reply));
            });
  }

  private static Evidence withChunk(Evidence evidence, int chunk) {
    BitSet present = (BitSet) evidence.present().clone();
    present.set(chunk);
    return Evidence.of(evidence.marked(), evidence.chunks(), present);
  }

  static Program<BranchEnd> probe(
      DecidedBranch branch, java.util.function.Function<Evidence, Program<BranchEnd>> next) {
    String store = branch.gid().store();
    return ask(new Effect.Probe(branch))
        .then(
            reply ->
                reply.fold(
                    evidence ->
                        evidence.interference().isEmpty()
                            ? next.apply(evidence)
                            : end(BranchEnd.heuristic(store, evidence.interference())),
                    refused ->
                        end(
                            refused.why() == Why.CONFLICT
                                ? BranchEnd.heuristic(store, message(refused))
                                : BranchEnd.pending(store, "probe refused", refused)),
                    unknown -> end(BranchEnd.pending(store, "probe unanswered", unknown))));
  }

  static Program<BranchEnd> pauseOr(
      int attempt, Supplier<Program<BranchEnd>> repetition, Supplier<BranchEnd> giveUp) {
    return ask(new Effect.Pause(attempt))
        .then(
            more ->
                more instanceof Reply.Done<Boolean> it && it.value()
                    ? repetition.get()
                    : end(giveUp.get()));
  }

  private static BranchEnd finished(DecidedBranch branch) {
    return BranchEnd.finished(branch.gid().store(), "applied");
  }

  private static String message(Reply<?> reply) {
    Throwable cause = reply.cause();
    return cause == null ? "no reason given" : cause.getMessage();
  }
}
