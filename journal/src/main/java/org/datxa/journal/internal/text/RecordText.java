package org.datxa.journal.internal.text;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.datxa.journal.BranchRecord;
import org.datxa.journal.JournalCorrupted;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;

/** How a record becomes plain columns and comes back, the same in every kind of journal. */
public final class RecordText {
  /** How many characters at the end of a progress belong to the branches, and are carried over. */
  public static final int PROGRESS_TAIL = ProgressText.TAIL;

  private RecordText() {}

  /**
   * The columns of a head as they were read.
   *
   * @param datTxn the key
   * @param state the name of the state
   * @param datTxTime the time of the meta-transaction
   * @param updatedMillis when it was last written
   * @param xid the transaction of an outside manager, or null
   * @param progress the whole text
   */
  public record Columns(
      UUID datTxn, String state, long datTxTime, long updatedMillis, String xid, String progress) {}

  /**
   * The column {@code branches}.
   *
   * @param branches the branches
   * @return the text
   */
  public static String branches(List<BranchRecord> branches) {
    return BranchesText.write(branches);
  }

  /**
   * The part of the column {@code progress} that every change writes.
   *
   * @param progress the progress
   * @return the text before the tail
   */
  public static String progressHead(Progress progress) {
    return ProgressText.head(progress);
  }

  /**
   * The part of the column {@code progress} that is written once: the checksum of the branches.
   *
   * @param branches the column {@code branches}
   * @return the text after the head
   */
  public static String progressTail(String branches) {
    return ProgressText.tail(branches);
  }

  /**
   * What the progress of a record as read begins with.
   *
   * @param read the head as read
   * @return its version and what follows it
   */
  public static String versionStart(RecordHead read) {
    return read.progress().version() + " ";
  }

  /**
   * Makes a head.
   *
   * @param columns the columns
   * @return the head
   * @throws JournalCorrupted if they make no sense
   */
  public static RecordHead head(Columns columns) throws JournalCorrupted {
    try {
      return head(columns, ProgressText.read(columns.progress()));
    } catch (Unreadable e) {
      throw corrupted(columns.datTxn(), e);
    }
  }

  /**
   * Makes a record.
   *
   * @param columns the columns of its head
   * @param branches the column {@code branches}
   * @param createdMillis when it was first written
   * @return the record
   * @throws JournalCorrupted if they make no sense
   */
  public static JournalRecord whole(Columns columns, String branches, long createdMillis)
      throws JournalCorrupted {
    try {
      ProgressText.Read progress = ProgressText.read(columns.progress());
      RecordHead head = head(columns, progress);
      return new JournalRecord(
          head.datTxn(),
          head.state(),
          head.datTxTime(),
          branches(head.datTxn(), branches, progress),
          createdMillis,
          head.updatedMillis(),
          head.xid(),
          head.progress());
    } catch (Unreadable e) {
      throw corrupted(columns.datTxn(), e);
    }
  }

  private static RecordHead head(Columns columns, ProgressText.Read progress) throws Unreadable {
    return new RecordHead(
        columns.datTxn(),
        state(columns.state()),
        columns.datTxTime(),
        columns.updatedMillis(),
        Optional.ofNullable(columns.xid()),
        progress.progress());
  }

  private static State state(String name) throws Unreadable {
    return Arrays.stream(State.values())
        .filter(state -> state.name().equals(name))
        .findAny()
        .orElseThrow(() -> new Unreadable("state: '" + name + "'", null));
  }

  private static List<BranchRecord> branches(UUID datTxn, String text, ProgressText.Read progress)
      throws Unreadable {
    List<BranchRecord> branches = BranchesText.read(datTxn, text);
    if (!BranchesText.checksum(text).equals(progress.checksum())) {
      throw new Unreadable("branches: changed after they were written", null);
    }
    return branches;
  }

  private static JournalCorrupted corrupted(UUID datTxn, Unreadable cause) {
    return new JournalCorrupted(
        "The journal's record of dat_txn "
            + datTxn
            + " cannot be read: "
            + cause.getMessage()
            + ". Next: look at the row; it is left as it is.",
        cause);
  }
}
