package org.datxa.journal.internal.drevo;

import java.time.Duration;
import java.util.List;
import org.datxa.journal.DrevoJournalConfig;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalCorrupted;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.datxa.journal.internal.lane.Lane;

/**
 * All writes of this process go through one line, since two at once would only make each other
 * fail; what queues meanwhile goes together in one transaction, and each gets its own answer.
 */
final class Writes {
  private static final int MOST = 64;
  private static final long HEAVIEST = 256 * 1024;

  private final Persistence persistence;
  private final Lane<Write> lane;

  Writes(Persistence persistence, DrevoJournalConfig.Limits limits) {
    this.persistence = persistence;
    Duration batch = limits.conflict().plus(limits.acquire()).plus(limits.answer().multipliedBy(2));
    this.lane =
        new Lane<>(new Lane.Limits(MOST, HEAVIEST, batch, batch.multipliedBy(2)), this::write);
  }

  long submit(Write write) throws JournalException {
    lane.submit(write);
    return write.result();
  }

  private void write(List<Write> batch) {
    try {
      together(batch);
      batch.forEach(Write::settle);
    } catch (JournalRefused e) {
      refused(batch, e);
    } catch (JournalCorrupted e) {
      // found before anything was written
      batch.forEach(write -> write.answer(refusal(write, e)));
    } catch (JournalException | RuntimeException e) {
      batch.forEach(write -> write.answer(lost(write, e)));
    }
  }

  private void together(List<Write> batch) throws JournalException {
    String what = batch.size() == 1 ? batch.get(0).what() : "a batch of " + batch.size();
    persistence.transaction(
        what,
        transaction -> {
          View view = View.of(transaction, Write.titles(batch));
          batch.forEach(write -> write.applyTo(view));
          view.write();
          return view;
        });
  }

  // nothing of the batch is there; one bad write refuses only itself
  private void refused(List<Write> batch, JournalRefused reason) {
    boolean byServer = Failures.byServer(reason.getCause());
    if (batch.size() > 1 && byServer) {
      batch.forEach(write -> write(List.of(write)));
    } else if (batch.size() == 1 && Failures.isDuplicate(reason.getCause())) {
      Write only = batch.get(0);
      only.answer(
          new JournalConflict(
              "There is a node with this title already: " + only.what() + ". Next: read it.",
              reason));
    } else {
      batch.forEach(write -> write.answer(refusal(write, reason)));
    }
  }

  private static JournalRefused refusal(Write write, JournalException reason) {
    return new JournalRefused("Not written: " + write.what() + ": " + reason.getMessage(), reason);
  }

  private static JournalUnknown lost(Write write, Exception cause) {
    return new JournalUnknown(
        "The answer was lost or is not clean: "
            + write.what()
            + ": "
            + cause.getMessage()
            + ". Next: settle it by another write.",
        cause);
  }
}
