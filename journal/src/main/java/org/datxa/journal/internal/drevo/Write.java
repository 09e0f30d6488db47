package org.datxa.journal.internal.drevo;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.datxa.journal.BelowWatermark;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.internal.lane.Place;
import org.datxa.journal.internal.text.Times;

/**
 * One caller's write: which nodes it depends on, and what it makes of them. It may be applied
 * several times, to a new view each time, before one of them is committed.
 */
final class Write extends Place {
  private static final long SMALL = 1024;

  private final String what;
  private final Set<String> titles;
  private final long weight;
  private final Step step;
  private long result;
  private JournalException refusal;

  /** Looks at a view and changes it, or refuses and leaves it as it is. */
  @FunctionalInterface
  private interface Step {
    long on(View view) throws JournalException;
  }

  private Write(String what, Set<String> titles, long weight, Step step) {
    this.what = what;
    this.titles = titles;
    this.weight = weight;
    this.step = step;
  }

  static Write insert(JournalRecord record) {
    long payload = record.branches().stream().mapToLong(it -> it.payload().size()).sum();
    return new Write(
        "insert of " + record.state() + " for dat_txn " + record.datTxn(),
        Set.of(Nodes.title(record.datTxn())),
        SMALL + payload,
        view -> inserted(view, record));
  }

  private static long inserted(View view, JournalRecord record) throws JournalException {
    // J10: a watermark that moves meanwhile makes the commit fail
    if (Times.millis(record.datTxn()) < view.identity().watermark()) {
      throw new BelowWatermark(
          "dat_txn "
              + record.datTxn()
              + " is older than the journal's watermark: "
              + record.state()
              + " is not written. Next: nothing new is decided of it.");
    }
    if (view.has(record.datTxn())) {
      throw new JournalConflict(
          "There is a record already of dat_txn " + record.datTxn() + ". Next: read it.", null);
    }
    view.create(record);
    return 1;
  }

  static Write change(RecordHead read, RecordHead next) {
    return new Write(
        "change from " + read.state() + " to " + next.state() + " of dat_txn " + read.datTxn(),
        Set.of(Nodes.title(read.datTxn())),
        SMALL,
        view -> changed(view, read, next));
  }

  private static long changed(View view, RecordHead read, RecordHead next) throws JournalException {
    if (!view.isAsRead(read)) {
      throw new JournalConflict(
          "The record of dat_txn "
              + read.datTxn()
              + " is not "
              + read.state()
              + " with progress version "
              + read.progress().version()
              + " any more, or gone. Next: read it.",
          null);
    }
    view.change(next);
    return 1;
  }

  /** Its result is the watermark that holds now. */
  static Write watermark(long wanted) {
    return ofIdentity(
        "the watermark's move to " + wanted,
        view -> {
          view.identity(view.identity().raised(wanted));
          return view.identity().watermark();
        });
  }

  /** Its result is the ceiling that holds now. */
  static Write clock(long ceiling) {
    return ofIdentity(
        "the clock's ceiling " + ceiling,
        view -> {
          view.identity(view.identity().atClock(ceiling));
          return view.identity().clock();
        });
  }

  static Write store(String name) {
    return ofIdentity(
        "the registration of store " + name,
        view -> {
          view.identity(view.identity().with(name));
          return 1;
        });
  }

  private static Write ofIdentity(String what, Step step) {
    return new Write(what, Set.of(), SMALL, step);
  }

  /** Its result is how many finished records were deleted. J4, J9. */
  static Write deletion(String last) {
    return new Write(
        "the deletion of finished records", Set.of(), SMALL, view -> view.deleteFinished(last));
  }

  long result() {
    return result;
  }

  void applyTo(View view) {
    refusal = null;
    try {
      result = step.on(view);
    } catch (JournalException e) {
      refusal = e;
    }
  }

  /** The view it was last applied to is committed, or had nothing to commit. */
  void settle() {
    answer(refusal);
  }

  /** What concerns no single record goes one after another within a batch, each seeing the last. */
  @Override
  public Object key() {
    return titles.isEmpty() ? this : titles;
  }

  @Override
  public long weight() {
    return weight;
  }

  @Override
  public String what() {
    return what;
  }

  static Set<String> titles(List<Write> batch) {
    Set<String> all = new HashSet<>();
    batch.forEach(write -> all.addAll(write.titles));
    return all;
  }
}
