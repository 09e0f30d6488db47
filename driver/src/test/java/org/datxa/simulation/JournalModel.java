package org.datxa.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;

/**
 * A journal: compare-and-set on rows, a watermark, and a standby that has only what was replicated.
 */
final class JournalModel {
  /** What a fail-over brings back. */
  private record Copy(Map<UUID, JournalRecord> rows, long watermark) {}

  private final World world;
  private final Map<UUID, JournalRecord> rows = new TreeMap<>();
  private final Map<UUID, State> compacted = new LinkedHashMap<>();
  private final Set<String> registered = new LinkedHashSet<>();
  private long watermark;
  private Copy standby = new Copy(Map.of(), 0);

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
      return Answer.done(Optional.ofNullable(rows.get(it.datTxn())));
    }
    if (effect instanceof Effect.Scan it) {
      return Answer.done(scan(it));
    }
    if (effect instanceof Effect.Watermark) {
      return Answer.done(watermark);
    }
    if (effect instanceof Effect.Registered) {
      return Answer.done((Set<String>) new LinkedHashSet<>(registered));
    }
    throw new IllegalArgumentException("Not of a journal: " + effect);
  }

  /** Writes a first record, unless there is one or the gate refuses it. */
  Reply<Effect.Nothing> insert(JournalRecord record) {
    UUID datTxn = record.datTxn();
    if (!record.state().mayBeFirst() || record.progress().version() != 0) {
      world.violation("illegal first record " + record.state());
    }
    boolean below = millis(datTxn) < watermark && !world.mutant(Mutant.NO_WATERMARK);
    if (rows.containsKey(datTxn) && !(below && world.watermarkFirst())) {
      return Answer.refused(Why.CONFLICT, "there is a record");
    }
    if (below) {
      return Answer.refused(Why.WATERMARK, "below the watermark");
    }
    rows.put(datTxn, stamped(record));
    return Answer.done();
  }

  private Reply<Effect.Nothing> advance(RecordHead read, RecordHead next) {
    JournalRecord row = rows.get(read.datTxn());
    if (row == null
        || row.state() != read.state()
        || row.progress().version() != read.progress().version()) {
      return Answer.refused(Why.CONFLICT, "not as read");
    }
    if (!row.state().mayBecome(next.state())
        || next.progress().version() != read.progress().version() + 1) {
      world.violation("illegal change " + row.state() + " to " + next.state());
    }
    rows.put(row.datTxn(), stamped(row.to(next.state(), next.progress(), 0)));
    return Answer.done();
  }

  private JournalRecord stamped(JournalRecord record) {
    return new JournalRecord(
        record.datTxn(),
        record.state(),
        record.datTxTime(),
        record.branches(),
        record.createdMillis(),
        world.wallClock(),
        record.xid(),
        record.progress());
  }

  private List<RecordHead> scan(Effect.Scan it) {
    List<RecordHead> found = new ArrayList<>();
    for (JournalRecord row : rows.values()) {
      boolean after = it.after().map(last -> row.datTxn().compareTo(last) > 0).orElse(true);
      boolean old = row.updatedMillis() <= world.wallClock() - it.unchangedForMillis();
      if (after && old && it.states().contains(row.state()) && found.size() < it.limit()) {
        found.add(row.head());
      }
    }
    return found;
  }

  void register(String store) {
    registered.add(store);
  }

  /** The watermark moves up; the gate is passed, as writes are atomic here. */
  void raise(long to) {
    watermark = Math.max(watermark, to);
    replicate();
  }

  /** Deletes what may go below the watermark. */
  void compact() {
    for (JournalRecord row : List.copyOf(rows.values())) {
      boolean done = row.state() == State.DONE && row.progress().listedSinceMillis() == 0;
      boolean cleaned =
          row.state() == State.ABORTED
              && (row.progress().cleaned() || world.mutant(Mutant.COMPACTS_UNCLEANED));
      if (millis(row.datTxn()) < watermark && (done || cleaned)) {
        rows.remove(row.datTxn());
        compacted.put(row.datTxn(), row.state());
      }
    }
    replicate();
  }

  void replicate() {
    standby = new Copy(Map.copyOf(rows), watermark);
  }

  void failOver() {
    rows.clear();
    rows.putAll(standby.rows());
    watermark = standby.watermark();
  }

  Optional<JournalRecord> row(UUID datTxn) {
    return Optional.ofNullable(rows.get(datTxn));
  }

  /** Whether a decision is where no fail-over undoes it. */
  boolean durablyCommitted(UUID datTxn) {
    JournalRecord row = standby.rows().get(datTxn);
    return (row != null && row.state().committed()) || compacted.get(datTxn) == State.DONE;
  }

  boolean committed(UUID datTxn) {
    return row(datTxn).map(r -> r.state().committed()).orElse(false)
        || compacted.get(datTxn) == State.DONE;
  }

  /** Whether there is a record, or was one until it was compacted. */
  boolean knew(UUID datTxn) {
    return rows.containsKey(datTxn) || compacted.containsKey(datTxn);
  }

  /** Whether there is or was an ABORTED record. */
  boolean aborted(UUID datTxn) {
    JournalRecord row = rows.get(datTxn);
    return (row != null && row.state() == State.ABORTED) || compacted.get(datTxn) == State.ABORTED;
  }

  static long millis(UUID datTxn) {
    return datTxn.getMostSignificantBits() >>> 16;
  }
}
