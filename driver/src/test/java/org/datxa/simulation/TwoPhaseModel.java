package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.journal.JournalRecord;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch.Work;

/** A store that prepares. Its marker is a row under a key, and goes with the data. */
class TwoPhaseModel implements StoreModel {
  /** Where a branch stands. */
  enum Seat {
    READING,
    OPEN,
    /** A statement of it failed. P3. */
    FAILED,
    PREPARED,
    COMMITTED,
    GONE
  }

  /**
   * A branch and its marker.
   *
   * @param seat where it stands
   * @param marker its marker
   * @param preparedAt when it was prepared, or 0
   * @param committedAt the step in which it was committed
   */
  record Line(Seat seat, Marker marker, long preparedAt, long committedAt) {
    static final Line NONE = new Line(Seat.GONE, Marker.ABSENT, 0, 0);

    Line at(Seat next) {
      return new Line(next, marker, preparedAt, committedAt);
    }

    Line with(Marker next) {
      return new Line(seat, next, preparedAt, committedAt);
    }
  }

  private final String name;
  private Cells<Line> lines = Cells.none();

  /** What it is part of. */
  final World world;

  TwoPhaseModel(World world, String name) {
    this.world = world;
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  Line line(int txn) {
    Line line = lines.at(txn);
    return line == null ? Line.NONE : line;
  }

  /** Every change goes through here. */
  void put(int txn, Line line) {
    world.changes();
    lines = lines.with(txn, line);
  }

  @Override
  public void work(int txn, boolean wrote) {
    put(txn, Line.NONE.at(wrote ? Seat.OPEN : Seat.READING));
  }

  /** A statement fails; the session is still there. */
  void fails(int txn) {
    put(txn, line(txn).at(Seat.FAILED));
  }

  @Override
  public Reply<?> perform(Effect<?> effect, UUID datTxn) {
    if (Where.of(effect) == Where.BRANCH) {
      return onBranch(effect, World.number(datTxn));
    }
    if (effect instanceof Effect.ListPrepared) {
      return Answer.done(list());
    }
    if (effect instanceof Effect.CommitPrepared it) {
      return Answer.done(commitPrepared(World.number(it.gid().datTxn())));
    }
    if (effect instanceof Effect.RollbackPrepared it) {
      return Answer.done(rollbackPrepared(World.number(it.gid().datTxn())));
    }
    if (effect instanceof Effect.ReadMarker it) {
      return Answer.done(line(World.number(it.datTxn())).marker());
    }
    return settle(World.number(((Effect.Settle) effect).datTxn()));
  }

  /** The loser's record: C1. */
  Reply<?> settle(int txn) {
    if (line(txn).marker() == Marker.ABSENT && !world.mutant(Mutant.READS_MARKER)) {
      put(txn, line(txn).with(Marker.TOMBSTONE));
    }
    return Answer.done(line(txn).marker());
  }

  private Reply<?> onBranch(Effect<?> effect, int txn) {
    Seat seat = line(txn).seat();
    if (effect instanceof Effect.RollbackWork) {
      sessionEnds(txn);
      return Answer.done();
    }
    if (effect instanceof Effect.Inspect) {
      return inspect(seat);
    }
    if (effect instanceof Effect.EndReading && seat == Seat.READING) {
      put(txn, line(txn).at(Seat.GONE));
      return Answer.done();
    }
    if (seat == Seat.FAILED) {
      put(txn, line(txn).at(Seat.GONE));
      return Answer.done(); // P3: seen: an answer without an exception, and nothing is stored
    }
    return seat == Seat.OPEN ? end(effect, txn) : gone();
  }

  private Reply<?> inspect(Seat seat) {
    return switch (seat) {
      case OPEN -> Answer.done(Work.WROTE);
      case READING -> Answer.done(Work.READ_ONLY);
      case FAILED ->
          world.mutant(Mutant.PREPARES_WHAT_FAILED)
              ? Answer.done(Work.WROTE)
              : Answer.refused(Why.PLAIN, "a statement failed");
      default -> gone();
    };
  }

  private static Reply<?> gone() {
    return Answer.refused(Why.PLAIN, "the session is gone");
  }

  private Reply<?> end(Effect<?> effect, int txn) {
    Reply<?> refusal = line(txn).marker() == Marker.ABSENT ? refusal(txn) : gone();
    if (refusal == null && effect instanceof Effect.CommitDeciding it) {
      refusal = decides(it.record());
    }
    if (refusal != null) {
      put(txn, line(txn).at(Seat.GONE));
      return refusal;
    }
    if (effect instanceof Effect.Prepare) {
      put(txn, new Line(Seat.PREPARED, Marker.ABSENT, world.now(), 0));
      world.prepares(txn, name);
    } else {
      commit(txn);
    }
    return Answer.done();
  }

  /** Why a branch cannot end now, or null. */
  Reply<?> refusal(int txn) {
    return null;
  }

  private Reply<?> decides(JournalRecord record) {
    if (world.mutant(Mutant.UPDATES_INTENT)) {
      return null; // C2: its snapshot is older than the row, so the UPDATE finds none
    }
    return world.journal().insert(record).isDone()
        ? null
        : Answer.refused(Why.PLAIN, "the record was refused");
  }

  /** The data and the marker. */
  void commit(int txn) {
    Line line = line(txn);
    put(txn, new Line(Seat.COMMITTED, Marker.APPLIED, line.preparedAt(), world.tick()));
  }

  private List<PreparedBranch> list() {
    List<PreparedBranch> all = new ArrayList<>();
    for (int txn = 0; txn < lines.size(); txn++) {
      if (line(txn).seat() == Seat.PREPARED) {
        long age = world.now() - line(txn).preparedAt();
        all.add(new PreparedBranch(new Gid(world.datTxn(txn), name), age));
      }
    }
    return all;
  }

  private Resolution commitPrepared(int txn) {
    Line line = line(txn);
    if (line.seat() == Seat.PREPARED) {
      world.applies(txn, name);
      commit(txn);
      return Resolution.DONE;
    }
    boolean seen = line.marker() == Marker.APPLIED && !world.tooLateFor(line.committedAt());
    return seen ? Resolution.DONE : Resolution.HEURISTIC_ROLLBACK;
  }

  private Resolution rollbackPrepared(int txn) {
    if (line(txn).seat() == Seat.PREPARED) {
      put(txn, line(txn).at(Seat.GONE));
      world.undoes(txn, name);
      return Resolution.DONE;
    }
    return line(txn).marker() == Marker.APPLIED ? Resolution.HEURISTIC_COMMIT : Resolution.DONE;
  }

  @Override
  public void sessionEnds(int txn) {
    if (open(txn)) {
      put(txn, line(txn).at(Seat.GONE));
    }
  }

  boolean open(int txn) {
    Seat seat = line(txn).seat();
    return seat == Seat.OPEN || seat == Seat.READING || seat == Seat.FAILED;
  }

  boolean prepared(int txn) {
    return line(txn).seat() == Seat.PREPARED;
  }

  /** Takes the marker of a branch away: pruned, or never written. */
  void loseMarker(int txn) {
    put(txn, line(txn).with(Marker.ABSENT));
  }

  Cells<Line> copy() {
    return lines;
  }

  /** Back to an earlier moment; every session is lost. */
  void restore(Cells<Line> earlier) {
    int size = lines.size();
    lines = earlier;
    for (int txn = 0; txn < size; txn++) {
      Seat seat = line(txn).seat();
      boolean stays = seat == Seat.PREPARED || seat == Seat.COMMITTED;
      put(txn, stays ? line(txn) : line(txn).at(Seat.GONE));
    }
  }

  @Override
  public int applied(int txn) {
    return line(txn).seat() == Seat.COMMITTED ? 1 : 0;
  }

  @Override
  public String leftOf(int txn) {
    return prepared(txn) || line(txn).seat() == Seat.OPEN
        ? name + " is left " + line(txn).seat()
        : "";
  }

  @Override
  public long digest() {
    long all = 0;
    for (int txn = 0; txn < lines.size(); txn++) {
      Line line = line(txn);
      all = Digest.of(all, Digest.of(line.seat()) + 3 * Digest.of(line.marker()));
    }
    return all;
  }
}
