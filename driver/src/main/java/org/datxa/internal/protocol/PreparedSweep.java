package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.datxa.internal.protocol.Settlement.Settled;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.State;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.PreparedBranch;

/**
 * Looks at the prepared branches that the stores list. The list is read first and the journal after
 * it, so that a branch seen here is never older than what the journal says of it.
 */
final class PreparedSweep {
  private final Deployment deployment;

  PreparedSweep(Deployment deployment) {
    this.deployment = deployment;
  }

  Program<Tally> run() {
    return together(deployment.twoPhase(), this::sweep).map(Tally::sum);
  }

  private Program<Tally> sweep(String store) {
    return ask(new Effect.ListPrepared(store))
        .then(
            reply -> {
              if (!(reply instanceof Reply.Done<List<PreparedBranch>> list)) {
                return RecoveryPass.unreachable("Store " + store + " lists no branches", reply)
                    .map(told -> Tally.FAILED);
              }
              return together(list.value(), branch -> old(branch) ? judge(branch) : end(Tally.NONE))
                  .map(Tally::sum);
            });
  }

  // By the store's own clock. It only keeps out of the way of live coordinators.
  private boolean old(PreparedBranch branch) {
    return branch.ageMillis() >= deployment.times().stale();
  }

  private Program<Tally> judge(PreparedBranch branch) {
    return byRecord(branch.gid(), this::unknown);
  }

  private Program<Tally> byRecord(Gid gid, Function<Gid, Program<Tally>> without) {
    return ask(new Effect.Find(gid.datTxn()))
        .then(
            reply -> {
              if (!(reply instanceof Reply.Done<Optional<JournalRecord>> found)) {
                return RecoveryPass.unreadable(gid.datTxn(), reply);
              }
              return found
                  .value()
                  .map(record -> follow(gid, record))
                  .orElseGet(() -> without.apply(gid));
            });
  }

  private Program<Tally> follow(Gid gid, JournalRecord record) {
    if (record.state() == State.ACTIVE || record.state() == State.PREPARED) {
      return end(Tally.NONE);
    }
    return Settlement.acknowledge(record)
        .then(
            settled ->
                settled instanceof Settled.Ours ours
                    ? resolve(gid, ours.record().state())
                    : end(Tally.FAILED));
  }

  // J7: by what the record says after it was acknowledged; a fail-over may have taken back what was
  // read. J8: a listed gid of a finished meta-transaction is committed again.
  private static Program<Tally> resolve(Gid gid, State state) {
    if (state == State.ABORTED) {
      return rollback(gid);
    }
    return state.committed() ? commit(gid) : end(Tally.NONE);
  }

  private static Program<Tally> commit(Gid gid) {
    return ask(new Effect.CommitPrepared(gid))
        .map(reply -> reply.isDone() ? Tally.NONE : Tally.FAILED);
  }

  private static Program<Tally> rollback(Gid gid) {
    return Cleaning.rollback(gid)
        .then(
            reply ->
                !reply.isDone()
                    ? end(Tally.FAILED)
                    : Cleaning.committed(reply) ? end(Tally.NONE) : told(gid));
  }

  private static Program<Tally> told(Gid gid) {
    Event event =
        new Event(
            Event.Kind.ROLLED_BACK,
            gid.datTxn(),
            gid.store(),
            "prepared and never decided; rolled back. Nothing to do.");
    return ask(new Effect.Report(event)).map(done -> Tally.ROLLED_BACK);
  }

  // J9: nothing is presumed. The tombstone loses against a decision, or forbids it for ever.
  private Program<Tally> unknown(Gid gid) {
    return ask(new Effect.Watermark())
        .then(
            reply -> {
              if (!(reply instanceof Reply.Done<Long> watermark)) {
                return end(Tally.FAILED);
              }
              return Deployment.millis(gid.datTxn()) < watermark.value()
                  ? below(gid)
                  : tombstone(gid);
            });
  }

  // J10: it may be refused by a watermark that we have not heard of; the next pass does.
  private Program<Tally> tombstone(Gid gid) {
    return ask(new Effect.Insert(JournalRecord.tombstone(gid.datTxn(), 0)))
        .then(reply -> reply.isDone() ? rollback(gid) : end(Tally.FAILED));
  }

  // J9: a record may have come between the first look and the watermark. After it none can come, so
  // what is missing now stays missing.
  private Program<Tally> below(Gid gid) {
    return byRecord(gid, this::byMarkers);
  }

  // Below the watermark nothing new is decided: a marker proves a commit, and nothing proves an
  // abort.
  private Program<Tally> byMarkers(Gid gid) {
    UUID datTxn = gid.datTxn();
    return together(deployment.twoPhase(), store -> ask(new Effect.ReadMarker(store, datTxn)))
        .then(
            markers -> {
              if (markers.stream().anyMatch(PreparedSweep::applied)) {
                return commit(gid);
              }
              return markers.stream().allMatch(Reply::isDone) ? report(gid) : end(Tally.FAILED);
            });
  }

  private static boolean applied(Reply<Marker> reply) {
    return reply instanceof Reply.Done<Marker> it && it.value() == Marker.APPLIED;
  }

  private static Program<Tally> report(Gid gid) {
    Event event =
        new Event(
            Event.Kind.BELOW_WATERMARK,
            gid.datTxn(),
            gid.store(),
            "prepared, older than the journal's watermark, and no marker proves its outcome. If the"
                + " store was restored to an earlier moment, commit it by hand; else roll it"
                + " back.");
    return ask(new Effect.Report(event)).map(told -> Tally.NONE);
  }
}
