package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.List;
import java.util.Optional;
import org.datxa.internal.protocol.Settlement.Settled;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.State;
import org.datxa.spi.StagingArea.Leftover;

/** Looks for staged files that no decision names and none ever will. C3. */
final class StagedSweep {
  private final Deployment deployment;

  StagedSweep(Deployment deployment) {
    this.deployment = deployment;
  }

  Program<Tally> run() {
    return together(deployment.staging(), this::sweep).map(Tally::sum);
  }

  private Program<Tally> sweep(String store) {
    return ask(new Effect.ListStaged(store))
        .then(
            reply -> {
              if (!(reply instanceof Reply.Done<List<Leftover>> list)) {
                return RecoveryPass.unreachable("Store " + store + " lists no files", reply)
                    .map(told -> Tally.FAILED);
              }
              return together(list.value(), it -> judge(store, it)).map(Tally::sum);
            });
  }

  // The watermark is read first, then record and marker, so that they are newer than it.
  private Program<Tally> judge(String store, Leftover leftover) {
    return ask(new Effect.Watermark())
        .then(
            reply ->
                reply instanceof Reply.Done<Long> watermark
                    ? ask(new Effect.Find(leftover.datTxn()))
                        .then(found -> judge(store, leftover, watermark.value(), found))
                    : end(Tally.FAILED));
  }

  private Program<Tally> judge(
      String store, Leftover leftover, long watermark, Reply<Optional<JournalRecord>> reply) {
    if (!(reply instanceof Reply.Done<Optional<JournalRecord>> found)) {
      return end(Tally.FAILED);
    }
    if (found.value().isPresent()) {
      JournalRecord record = found.value().get();
      return record.state() == State.ABORTED
          ? Settlement.acknowledge(record)
              .then(s -> isAborted(s) ? discard(store, leftover) : end(Tally.FAILED))
          : end(Tally.NONE);
    }
    return ask(new Effect.StagedApplied(store, leftover))
        .then(
            applied -> {
              if (!(applied instanceof Reply.Done<Boolean> it)) {
                return end(Tally.FAILED);
              }
              return it.value() ? end(Tally.NONE) : unexplained(store, leftover, watermark);
            });
  }

  // J7: a fail-over may have taken back what was read, so only what was acknowledged counts.
  private static boolean isAborted(Settled settled) {
    return settled instanceof Settled.Ours ours && ours.record().state() == State.ABORTED;
  }

  private Program<Tally> unexplained(String store, Leftover leftover, long watermark) {
    long begun = Deployment.millis(leftover.datTxn());
    if (begun < watermark) {
      boolean markersCover = watermark - begun < deployment.times().markers();
      return markersCover ? discard(store, leftover) : report(store, leftover);
    }
    // Whoever still works may have staged its last file long ago; it is not disturbed.
    long age = Math.max(deployment.times().stale(), deployment.times().work());
    return ask(new Effect.OlderThan(leftover.newestMillis(), age))
        .then(
            old ->
                old instanceof Reply.Done<Boolean> it && it.value()
                    ? tombstone(store, leftover)
                    : end(Tally.NONE));
  }

  private Program<Tally> tombstone(String store, Leftover leftover) {
    return ask(new Effect.Insert(JournalRecord.tombstone(leftover.datTxn(), 0)))
        .then(reply -> reply.isDone() ? discard(store, leftover) : end(Tally.NONE));
  }

  private static Program<Tally> discard(String store, Leftover leftover) {
    return ask(new Effect.DiscardStaged(store, leftover))
        .map(reply -> reply.isDone() ? Tally.NONE : Tally.FAILED);
  }

  private static Program<Tally> report(String store, Leftover leftover) {
    Event event =
        new Event(
            Event.Kind.STAGED_LEFTOVER,
            leftover.datTxn(),
            store,
            leftover.place()
                + ": staged files older than the markers, and nothing explains them. Remove them by"
                + " hand when no snapshot needs them.");
    return ask(new Effect.Report(event)).map(told -> Tally.NONE);
  }
}
