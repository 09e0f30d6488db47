package org.datxa.simulation;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.datxa.internal.protocol.Cleaning;
import org.datxa.internal.protocol.Deployment;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Rolling;
import org.datxa.internal.protocol.Settlement;
import org.datxa.internal.protocol.Settlement.Settled;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.State;

/** What an outside manager asks for after the vote, as a face over the protocol does it. */
final class Manager {
  private final Deployment deployment;

  Manager(Deployment deployment) {
    this.deployment = deployment;
  }

  Program<String> commit(UUID datTxn) {
    return withRecord(
        datTxn,
        record ->
            Settlement.advance(record, State.COMMITTED, progress -> progress)
                .then(
                    settled ->
                        settled instanceof Settled.Ours ours
                                && ours.record().state() == State.COMMITTED
                            ? new Rolling(deployment).again(ours.record()).map(e -> "committed")
                            : end(settled.getClass().getSimpleName())));
  }

  Program<String> rollback(UUID datTxn) {
    return withRecord(
        datTxn,
        record ->
            Settlement.advance(record, State.ABORTED, progress -> progress)
                .then(
                    settled ->
                        settled instanceof Settled.Ours ours
                            ? new Cleaning(deployment).clean(ours.record()).map(t -> "rolled back")
                            : end(settled.getClass().getSimpleName())));
  }

  private static Program<String> withRecord(
      UUID datTxn, Function<JournalRecord, Program<String>> next) {
    return ask(new Effect.Find(datTxn))
        .then(
            reply ->
                reply instanceof Reply.Done<Optional<JournalRecord>> found
                    ? found.value().map(next).orElse(end("none"))
                    : end("unreachable"));
  }
}
