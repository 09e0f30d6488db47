package org.datxa.internal.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.datxa.internal.protocol.Deployment;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Event;
import org.datxa.internal.protocol.RecoveryPass;
import org.datxa.internal.protocol.Reply;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.junit.jupiter.api.Test;

/** Recovery says how far it is when there is much to do. */
class RecoveryProgressTest {
  private static final int PAGE = 3;
  private static final int RECORDS = 7;

  private final List<RecordHead> undecided = new ArrayList<>();
  private final List<Event> told = new ArrayList<>();
  private int aborted;

  @Test
  void whenThereIsMoreThanAPage_eachFullPageIsReported() {
    for (int i = 1; i <= RECORDS; i++) {
      undecided.add(active(new UUID(0x7000L, i)).head());
    }
    Deployment.Times times = new Deployment.Times(0, 1_000_000, 1_000_000, 0, PAGE);
    RecoveryPass pass = new RecoveryPass(new Deployment(Map.of(), times));

    new Runner(Runnable::run).run(pass.run(), this::perform);

    assertThat(aborted).isGreaterThanOrEqualTo(RECORDS);
    assertThat(told.stream().filter(event -> event.kind() == Event.Kind.PROGRESS))
        .hasSize(RECORDS / PAGE)
        .allSatisfy(event -> assertThat(event.toString()).startsWith("DATXA-111"));
  }

  private static JournalRecord active(UUID datTxn) {
    return new JournalRecord(
        datTxn, State.ACTIVE, 5, List.of(), 1, 1, Optional.empty(), Progress.NONE);
  }

  private <R> Reply<R> perform(Effect<R> effect) {
    @SuppressWarnings("unchecked") // each effect is answered with a value of its own type
    R value = (R) answer(effect);
    return new Reply.Done<>(value);
  }

  private Object answer(Effect<?> effect) {
    if (effect instanceof Effect.Scan scan) {
      return scan.states().contains(State.ACTIVE) ? page(scan) : List.of();
    }
    if (effect instanceof Effect.Find find) {
      return Optional.of(active(find.datTxn()));
    }
    if (effect instanceof Effect.Advance) {
      aborted++;
    }
    if (effect instanceof Effect.Report report) {
      told.add(report.event());
    }
    return Effect.Nothing.NOTHING;
  }

  private List<RecordHead> page(Effect.Scan scan) {
    return undecided.stream()
        .filter(head -> scan.after().isEmpty() || head.datTxn().compareTo(scan.after().get()) > 0)
        .limit(scan.limit())
        .toList();
  }
}
