package org.datxa.journal.internal.text;

import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;

/** Refuses what the table of transitions does not have, before anything is sent. */
public final class Checks {
  private Checks() {}

  /**
   * Refuses a record that may not be the first.
   *
   * @param record the record
   * @throws IllegalArgumentException if it may not
   */
  public static void first(JournalRecord record) {
    if (!record.state().mayBeFirst() || record.progress().version() != 0) {
      throw new IllegalArgumentException(
          record.datTxn()
              + ": no record begins as "
              + record.state()
              + " with progress version "
              + record.progress().version());
    }
  }

  /**
   * Refuses a change that the table does not have.
   *
   * @param read what was read
   * @param next what is to be written
   * @throws IllegalArgumentException if it may not
   */
  public static void change(RecordHead read, RecordHead next) {
    boolean same =
        read.datTxn().equals(next.datTxn())
            && read.xid().equals(next.xid())
            && read.datTxTime() == next.datTxTime();
    boolean counted = next.progress().version() == read.progress().version() + 1;
    if (!same || !counted || !read.state().mayBecome(next.state())) {
      throw new IllegalArgumentException("Not a change of a record: " + read + " to " + next);
    }
  }
}
