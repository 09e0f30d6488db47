package org.datxa.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;

/**
 * A journal: compare-and-set on rows, a watermark, and a standby that has only what was replicated.
 */
final class JournalModel {
  private final World world;
  private final Set<String> registered = new LinkedHashSet<>();
  private Cells<JournalRecord> rows = Cells.none();
  private Cells<JournalRecord> replicated = Cells.none();
  private Cells<State> compacted = Cells.none();
  private long watermark;
  private long settled;
  private long replicatedWatermark;
  private long replicatedSettled;

  JournalModel(World world) {
    this.world = world;
  }

  Reply<?> perform(Effect<?> effect) {
    if (effect instanceof Effect.Insert it) {
      return insert(it.record());
    }
    if (effect instanceof Effect.Advance it) {
      return advance(it.read(), it.next());
    }
    if (effect instanceof Effect.Find it) {
      return Answer.done(row(it.datTxn()));
    }
    if (effect instanceof Effect.Scan it) {
      return Answer.done(scan(it));
    }
    if (effect instanceof Effect.Watermark) {
      return Answer.done(world.mutant(Mutant.TELLS_WHAT_MOVED) ? watermark : settled);
    }
    return Answer.done(registered);
  }

  private void put(int txn, JournalRecord record) {
    world.changes();
    rows = rows.with(txn, record);
  }

  /** Writes a first record, unless there is one or the gate refuses it. */
  Reply<Effect.Nothing> insert(JournalRecord record) {
    return insert(record, admits(record));
  }

  boolean admits(JournalRecord record) {
    return millis(record.datTxn()) >= watermark || world.mutant(Mutant.NO_WATERMARK);
  }

  /** Writes a first record that the gate has looked at. */
  Reply<Effect.Nothing> insert(JournalRecord record, boolean admitted) {
    int txn = World.number(record.datTxn());
    if (!record.state().mayBeFirst() || record.progress().version() != 0) {
      world.violation("illegal first record " + record.state());
    }
    boolean there = rows.at(txn) != null && !world.mutant(Mutant.UPSERTS);
    if (there && (admitted || !world.choices().either())) {
      return Answer.refused(Why.CONFLICT, "there is a record");
    }
    if (!admitted) {
      return Answer.refused(Why.WATERMARK, "below the watermark");
    }
    put(txn, stamped(record, record.state(), record.progress()));
    return Answer.done();
  }

  private Reply<Effect.Nothing> advance(RecordHead read, RecordHead next) {
    JournalRecord row = rows.at(World.number(read.datTxn()));
    boolean asRead =
        row != null
            && row.state() == read.state()
            && row.progress().version() == read.progress().version();
    boolean blind = row != null && world.mutant(Mutant.BLIND_CHANGES);
    if (!asRead && !blind) {
      return Answer.refused(Why.CONFLICT, "not as read");
    }
    if (asRead && !legal(read, next)) {
      world.violation("illegal change " + row.state() + " to " + next.state());
    }
    put(World.number(row.datTxn()), stamped(row, next.state(), next.progress()));
    return Answer.done();
  }

  private static boolean legal(RecordHead read, RecordHead next) {
    return read.state().mayBecome(next.state())
        && next.progress().version() == read.progress().version() + 1;
  }

  private JournalRecord stamped(JournalRecord record, State state, Progress progress) {
    return new JournalRecord(
        record.datTxn(),
        state,
        record.datTxTime(),
        record.branches(),
        record.createdMillis(),
        world.wallClock(),
        record.xid(),
        progress);
  }

  private List<RecordHead> scan(Effect.Scan it) {
    List<RecordHead> found = new ArrayList<>();
    int first = it.after().isPresent() ? World.number(it.after().get()) + 1 : 0;
    long old = it.unchangedForMillis();
    long newest = old == 0 ? Long.MAX_VALUE : world.wallClock() - old;
    for (int txn = first; txn < rows.size() && found.size() < it.limit(); txn++) {
      JournalRecord row = rows.at(txn);
      if (row != null && row.updatedMillis() <= newest && it.states().contains(row.state())) {
        found.add(row.head());
      }
    }
    return found;
  }

  void register(String store) {
    registered.add(store);
  }

  /** The watermark moves up. J10: it is told to nobody before the gate was passed. */
  void raise(long to) {
    watermark = Math.max(watermark, to);
    replicate();
  }

  /** The gate was passed. */
  void settle() {
    settled = watermark;
    replicate();
  }

  /**
   * Passes the gate, and deletes what may go below the watermark.
   *
   * @param held whether an INSERT is under way that looked at the watermark before
   */
  void compact(boolean held) {
    if (held) {
      return;
    }
    settle();
    for (int txn = 0; txn < rows.size(); txn++) {
      JournalRecord row = rows.at(txn);
      if (row != null && millis(row.datTxn()) < watermark && mayGo(row)) {
        put(txn, null);
        compacted = compacted.with(txn, row.state());
      }
    }
    replicate();
  }

  private boolean mayGo(JournalRecord row) {
    return switch (row.state()) {
      case DONE -> row.progress().listedSinceMillis() == 0;
      case ABORTED -> row.progress().cleaned() || world.mutant(Mutant.COMPACTS_UNCLEANED);
      default -> world.mutant(Mutant.COMPACTS_UNFINISHED);
    };
  }

  void replicate() {
    replicated = rows;
    replicatedWatermark = watermark;
    replicatedSettled = settled;
  }

  void failOver() {
    world.changes();
    rows = replicated;
    watermark = replicatedWatermark;
    settled = replicatedSettled;
  }

  Optional<JournalRecord> row(UUID datTxn) {
    return Optional.ofNullable(rows.at(World.number(datTxn)));
  }

  JournalRecord row(int txn) {
    return rows.at(txn);
  }

  Cells<JournalRecord> rows() {
    return rows;
  }

  /** Whether a decision is where no fail-over undoes it. */
  boolean durablyCommitted(int txn) {
    return committed(replicated.at(txn)) || compacted.at(txn) == State.DONE;
  }

  boolean committed(int txn) {
    return committed(rows.at(txn)) || compacted.at(txn) == State.DONE;
  }

  private static boolean committed(JournalRecord row) {
    return row != null && row.state().committed();
  }

  /** Whether there was a record until it was compacted. */
  boolean forgot(int txn) {
    return rows.at(txn) == null && compacted.at(txn) != null;
  }

  /** Whether there is a record, or was one until it was compacted. */
  boolean knew(int txn) {
    return rows.at(txn) != null || compacted.at(txn) != null;
  }

  /** Whether there is a record that says which branches there are, or was a decision. */
  boolean namesBranches(int txn) {
    JournalRecord row = rows.at(txn);
    return committed(txn) || (row != null && row.datTxTime() != 0);
  }

  /** Whether there is or was an ABORTED record. */
  boolean aborted(int txn) {
    JournalRecord row = rows.at(txn);
    return (row != null && row.state() == State.ABORTED) || compacted.at(txn) == State.ABORTED;
  }

  boolean passed(int txn) {
    return millis(world.datTxn(txn)) < watermark;
  }

  long digest() {
    long all = Digest.of(watermark, Digest.of(settled, rows == replicated ? 0 : 1));
    for (int txn = 0; txn < rows.size(); txn++) {
      all = Digest.of(all, rows.at(txn) == null ? 0 : Digest.of(rows.at(txn)));
      all = Digest.of(all, Digest.of(compacted.at(txn)));
      JournalRecord copy = replicated.at(txn);
      all = Digest.of(all, copy == null ? 0 : Digest.of(copy));
    }
    return all;
  }

  static long millis(UUID datTxn) {
    return datTxn.getMostSignificantBits() >>> 16;
  }
}
