package org.datxa.internal.runner;

import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.RecordHead;

/** Performs effects in the journal, and stamps what is written with the time. */
final class JournalEffects {
  private final Journal journal;
  private final ProcessTime time;

  JournalEffects(Journal journal, ProcessTime time) {
    this.journal = journal;
    this.time = time;
  }

  Reply<?> perform(Effect.OnJournal<?> effect) {
    if (journal == null) {
      return Replies.journal(
          () -> {
            throw new JournalRefused("No journal is configured.", null);
          });
    }
    if (effect instanceof Effect.Insert it) {
      return Replies.journalAction(() -> journal.insert(timed(it.record())));
    }
    if (effect instanceof Effect.Advance it) {
      return Replies.journalAction(() -> journal.advance(it.read(), timed(it.next())));
    }
    if (effect instanceof Effect.Find it) {
      return Replies.journal(() -> journal.find(it.datTxn()));
    }
    if (effect instanceof Effect.Scan it) {
      long before = time.millis() - it.unchangedForMillis() + 1;
      return Replies.journal(() -> journal.scan(it.states(), before, it.after(), it.limit()));
    }
    if (effect instanceof Effect.Watermark) {
      return Replies.journal(journal::watermarkMillis);
    }
    return Replies.journal(journal::registered);
  }

  JournalRecord timed(JournalRecord record) {
    long now = time.millis();
    return new JournalRecord(
        record.datTxn(),
        record.state(),
        record.datTxTime(),
        record.branches(),
        now,
        now,
        record.xid(),
        record.progress());
  }

  private RecordHead timed(RecordHead head) {
    return new RecordHead(
        head.datTxn(), head.state(), head.datTxTime(), time.millis(), head.xid(), head.progress());
  }
}
