package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.datxa.internal.protocol.BranchEnd.How;
import org.datxa.journal.BranchRecord;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.State;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.Stamp;

/**
 * Rolls a decided meta-transaction forward. Every step may be repeated by anyone; what could not be
 * finished stays for recovery. Two-phase branches go first, since they hold locks.
 */
public final class Finishing {
  private Finishing() {}

  /**
   * What the one who finishes knows.
   *
   * @param already stores whose branch is committed already, by carrying the decision
   * @param chunks by store, how many chunks its payload has; missing where that must be asked
   * @param fence stores that prepared last and so are committed first
   * @param claimed stores that are applied under a claim only
   * @param owner the name under which the claims were taken
   */
  public record Knowledge(
      Set<String> already,
      Map<String, Integer> chunks,
      Set<String> fence,
      Set<String> claimed,
      String owner) {}

  /**
   * Finishes under the claims that this process took with the decision.
   *
   * @param record the record, COMMITTED
   * @param known what is known
   * @return how far each branch came
   */
  public static Program<List<BranchEnd>> first(JournalRecord record, Knowledge known) {
    List<BranchRecord> open =
        record.branches().stream().filter(b -> !known.already().contains(b.store())).toList();
    return commitPrepared(open, known.fence())
        .then(
            ends ->
                together(postDecision(open).map(b -> apply(record, b, known)).toList())
                    .map(more -> joined(known.already(), ends, more)));
  }

  private static Program<BranchEnd> apply(
      JournalRecord record, BranchRecord branch, Knowledge known) {
    DecidedBranch decided = decided(record, branch);
    if (!known.claimed().contains(branch.store())) {
      return Applying.withoutClaim(decided);
    }
    Optional<Claim> claim =
        record.progress().claim(branch.store()).filter(c -> c.owner().equals(known.owner()));
    if (claim.isEmpty()) {
      return end(BranchEnd.pending(branch.store(), "somebody else has the claim, or nobody"));
    }
    // H4: nothing of it can be there under the first claim, so the first attempt does not count.
    Integer chunks = claim.get().number() == 1 ? known.chunks().get(branch.store()) : null;
    return chunks == null
        ? Applying.probedUnderClaim(decided, claim.get())
        : Applying.underClaim(decided, chunks, claim.get());
  }

  /**
   * Commits the prepared branches, those with a fence first.
   *
   * @param branches branches of any kind; only two-phase ones are looked at
   * @param fence stores that stop other writers
   * @return how far each came
   */
  static Program<List<BranchEnd>> commitPrepared(List<BranchRecord> branches, Set<String> fence) {
    List<Program<BranchEnd>> first = new ArrayList<>();
    List<Program<BranchEnd>> rest = new ArrayList<>();
    for (BranchRecord branch : branches) {
      if (branch.twoPhase()) {
        (fence.contains(branch.store()) ? first : rest).add(commitPrepared(branch));
      }
    }
    return together(first).then(ends -> together(rest).map(more -> joined(Set.of(), ends, more)));
  }

  private static Program<BranchEnd> commitPrepared(BranchRecord branch) {
    return commitPrepared(branch, 1);
  }

  private static Program<BranchEnd> commitPrepared(BranchRecord branch, int attempt) {
    return ask(new Effect.CommitPrepared(branch.gid()))
        .then(
            reply -> {
              if (reply instanceof Reply.Done<Resolution> it) {
                return end(resolved(branch, it.value()));
              }
              if (reply.refusedFor(Reply.Why.NOT_HERE)) {
                return end(BranchEnd.pending(branch.store(), "not configured here"));
              }
              // P2: busy or unreachable is unresolved, never a heuristic.
              return Applying.pauseOr(
                  attempt,
                  () -> commitPrepared(branch, attempt + 1),
                  () -> BranchEnd.pending(branch.store(), "commit is unresolved", reply));
            });
  }

  private static BranchEnd resolved(BranchRecord branch, Resolution resolution) {
    return resolution == Resolution.DONE
        ? BranchEnd.finished(branch.store(), "committed")
        : BranchEnd.heuristic(
            branch.store(), "rolled back behind our back: neither " + branch.gid() + " nor marker");
  }

  static java.util.stream.Stream<BranchRecord> postDecision(List<BranchRecord> branches) {
    return branches.stream().filter(branch -> !branch.twoPhase());
  }

  static DecidedBranch decided(JournalRecord record, BranchRecord branch) {
    return new DecidedBranch(
        branch.gid(), new Stamp(record.datTxn(), record.datTxTime()), branch.payload());
  }

  private static List<BranchEnd> joined(
      Set<String> already, List<BranchEnd> some, List<BranchEnd> more) {
    List<BranchEnd> all = new ArrayList<>();
    already.forEach(store -> all.add(BranchEnd.finished(store, "committed with the decision")));
    all.addAll(some);
    all.addAll(more);
    return all;
  }

  /**
   * Writes down how far the branches came: DONE when all are finished, notes otherwise.
   *
   * @param record the record as it stands, COMMITTED or DONE
   * @param ends how far the branches came
   * @param listed since when an outside manager must still be told; 0 ends the listing
   * @return a program that ends when it is written, or could not be written this time
   */
  public static Program<Settlement.Settled> note(
      JournalRecord record, List<BranchEnd> ends, long listed) {
    boolean finished = ends.stream().allMatch(end -> end.how() == How.FINISHED);
    UnaryOperator<Progress> change =
        progress -> notes(progress, ends).listed(finished ? listed : progress.listedSinceMillis());
    State target = finished || record.state() == State.DONE ? State.DONE : State.COMMITTED;
    if (target == record.state() && change.apply(record.progress()).equals(record.progress())) {
      return end(new Settlement.Settled.Ours(record));
    }
    return Settlement.advance(record, target, change);
  }

  private static Progress notes(Progress progress, List<BranchEnd> ends) {
    Progress noted = progress;
    for (BranchEnd branch : ends) {
      if (branch.how() == How.FINISHED) {
        noted = noted.withApplied(branch.store(), branch.note());
      } else if (branch.how() == How.HEURISTIC) {
        noted = noted.withHeuristic(branch.store(), branch.note());
      }
    }
    return noted;
  }

  /**
   * The claim that a store's terms give at a time of its clock.
   *
   * @param owner who takes it
   * @param number how many claims there were before, plus one
   * @param clock the store's clock
   * @param terms the store's terms
   * @return the claim
   */
  static Claim claim(String owner, int number, long clock, Plan.ClaimTerms terms) {
    long deadline = clock + terms.lastsMillis();
    return new Claim(owner, number, deadline, deadline + terms.quietMillis());
  }
}
