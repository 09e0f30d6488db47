package org.datxa.journal.internal.postgresql;

import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;

/** How records are written: one by one or together. */
interface RecordWrites {
  void insert(JournalRecord record) throws JournalException;

  void advance(RecordHead read, RecordHead next) throws JournalException;
}
