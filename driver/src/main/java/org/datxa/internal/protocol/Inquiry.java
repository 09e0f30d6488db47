package org.datxa.internal.protocol;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;
import static org.datxa.internal.protocol.Program.together;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.datxa.Outcome;
import org.datxa.journal.JournalRecord;
import org.datxa.spi.Marker;
import org.datxa.spi.PreparedBranch;

/** Answers what became of a meta-transaction, from any process and at any time. */
public final class Inquiry {
  private final Deployment deployment;

  /**
   * Answers in a deployment.
   *
   * @param deployment the stores configured here
   */
  public Inquiry(Deployment deployment) {
    this.deployment = deployment;
  }

  /**
   * What became of a meta-transaction, where there is a journal.
   *
   * @param datTxn the meta-transaction
   * @return the outcome
   */
  public Program<Outcome> outcome(UUID datTxn) {
    return byRecord(datTxn, () -> withoutRecord(datTxn));
  }

  private static Program<Outcome> byRecord(UUID datTxn, Supplier<Program<Outcome>> without) {
    return ask(new Effect.Find(datTxn))
        .then(
            reply ->
                reply instanceof Reply.Done<Optional<JournalRecord>> found
                    ? found.value().map(Inquiry::byRecord).orElseGet(without)
                    : silent(datTxn, null, reply).map(told -> Outcome.IN_DOUBT));
  }

  // J7: what can be read may still not be replicated, and a fail-over may take it back. Only the
  // record as it stands after a change of it was acknowledged tells the outcome.
  private static Program<Outcome> byRecord(JournalRecord record) {
    return Settlement.acknowledge(record)
        .map(
            settled ->
                settled instanceof Settlement.Settled.Ours ours
                    ? outcome(ours.record())
                    : Outcome.IN_DOUBT);
  }

  private static Outcome outcome(JournalRecord record) {
    return switch (record.state()) {
      case ACTIVE, PREPARED -> Outcome.IN_DOUBT;
      case COMMITTED -> Outcome.PENDING;
      case DONE -> Outcome.COMMITTED;
      case ABORTED -> Outcome.ABORTED;
    };
  }

  // J2: what is prepared may still be decided. P1: the lists are read before the markers.
  private Program<Outcome> withoutRecord(UUID datTxn) {
    return together(deployment.twoPhase(), store -> list(store, datTxn))
        .then(
            lists -> {
              boolean listed = lists.stream().anyMatch(list -> mayList(list, datTxn));
              return byMarkers(datTxn).then(told -> unlessRecorded(datTxn, listed, told));
            });
  }

  // A record that came meanwhile says more than a marker, which a commit by hand leaves too.
  private static Program<Outcome> unlessRecorded(UUID datTxn, boolean listed, Outcome told) {
    return switch (told) {
      case COMMITTED, ABORTED -> byRecord(datTxn, () -> end(told));
      case UNKNOWN -> end(listed ? Outcome.IN_DOUBT : told);
      default -> end(told);
    };
  }

  private static Program<Reply<List<PreparedBranch>>> list(String store, UUID datTxn) {
    return ask(new Effect.ListPrepared(store))
        .then(
            reply -> reply.isDone() ? end(reply) : silent(datTxn, store, reply).map(told -> reply));
  }

  private static boolean mayList(Reply<List<PreparedBranch>> reply, UUID datTxn) {
    return !(reply instanceof Reply.Done<List<PreparedBranch>> list)
        || list.value().stream().anyMatch(it -> it.gid().datTxn().equals(datTxn));
  }

  /**
   * What the markers say. J2: a missing record says nothing by itself; a marker proves the commit.
   *
   * @param datTxn the meta-transaction
   * @return the outcome
   */
  public Program<Outcome> byMarkers(UUID datTxn) {
    return markers(deployment.twoPhase(), datTxn)
        .then(
            found -> {
              Outcome outcome = outcome(found);
              boolean told = outcome == Outcome.COMMITTED || outcome == Outcome.ABORTED;
              return told ? end(outcome) : elsewhere(datTxn, outcome);
            });
  }

  // These may have to look through whole catalogs, so they are asked last.
  private Program<Outcome> elsewhere(UUID datTxn, Outcome so) {
    return markers(deployment.postDecision(), datTxn)
        .map(
            found -> {
              Outcome outcome = outcome(found);
              return outcome == Outcome.UNKNOWN ? so : outcome;
            });
  }

  private Program<List<Reply<Marker>>> markers(List<String> stores, UUID datTxn) {
    return together(stores, it -> marker(it, datTxn));
  }

  private static Program<Reply<Marker>> marker(String store, UUID datTxn) {
    return ask(new Effect.ReadMarker(store, datTxn))
        .then(
            reply -> reply.isDone() ? end(reply) : silent(datTxn, store, reply).map(told -> reply));
  }

  private static Outcome outcome(List<Reply<Marker>> markers) {
    if (markers.stream().anyMatch(it -> says(it, Marker.APPLIED))) {
      return Outcome.COMMITTED;
    }
    if (markers.stream().anyMatch(it -> says(it, Marker.TOMBSTONE))) {
      return Outcome.ABORTED;
    }
    return markers.stream().allMatch(Reply::isDone) ? Outcome.UNKNOWN : Outcome.IN_DOUBT;
  }

  private static boolean says(Reply<Marker> reply, Marker marker) {
    return reply instanceof Reply.Done<Marker> it && it.value() == marker;
  }

  private static Program<Reply<Effect.Nothing>> silent(UUID datTxn, String store, Reply<?> reply) {
    Throwable cause = reply.cause();
    String why = cause == null ? "" : ": " + cause.getMessage();
    String what = (store == null ? "The journal" : "The store") + " cannot tell what became of it";
    return ask(
        new Effect.Report(
            new Event(Event.Kind.UNREACHABLE, datTxn, store, what + why + ". Ask again later.")));
  }
}
