package org.datxa.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch.Work;

/** A store that prepares. Its marker is a row under a key, and goes with the data. */
final class TwoPhaseModel implements StoreModel {
  private enum Seat {
    READING,
    OPEN,
    PREPARED,
    COMMITTED,
    GONE
  }

  /** What a restore or a fail-over brings back. */
  record Copy(Map<UUID, Object> seats, Map<UUID, Marker> markers) {}

  private final World world;
  private final String name;
  private final Map<UUID, Seat> seats = new LinkedHashMap<>();
  private final Map<UUID, Marker> markers = new LinkedHashMap<>();
  private final Map<UUID, Long> preparedAt = new LinkedHashMap<>();

  TwoPhaseModel(World world, String name) {
    this.world = world;
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void work(UUID datTxn, boolean wrote) {
    seats.put(datTxn, wrote ? Seat.OPEN : Seat.READING);
  }

  @Override
  public Reply<?> perform(Effect<?> effect, UUID datTxn) {
    if (effect instanceof Effect.OnBranch<?>) {
      return onBranch(effect, datTxn);
    }
    if (effect instanceof Effect.ListPrepared) {
      return Answer.done(list());
    }
    if (effect instanceof Effect.CommitPrepared it) {
      return Answer.done(commitPrepared(it.gid().datTxn()));
    }
    if (effect instanceof Effect.RollbackPrepared it) {
      return Answer.done(rollbackPrepared(it.gid().datTxn()));
    }
    if (effect instanceof Effect.ReadMarker it) {
      return Answer.done(markers.getOrDefault(it.datTxn(), Marker.ABSENT));
    }
    if (effect instanceof Effect.Settle it) {
      if (world.mutant(Mutant.READS_MARKER)) {
        return Answer.done(markers.getOrDefault(it.datTxn(), Marker.ABSENT));
      }
      markers.putIfAbsent(it.datTxn(), Marker.TOMBSTONE);
      return Answer.done(markers.get(it.datTxn()));
    }
    throw new IllegalArgumentException("Not of " + name + ": " + effect);
  }

  private Reply<?> onBranch(Effect<?> effect, UUID datTxn) {
    if (effect instanceof Effect.RollbackWork) {
      sessionEnds(datTxn);
      return Answer.done();
    }
    Seat seat = seats.get(datTxn);
    if (effect instanceof Effect.Inspect && seat == Seat.READING) {
      return Answer.done(Work.READ_ONLY);
    }
    if (effect instanceof Effect.EndReading && seat == Seat.READING) {
      seats.put(datTxn, Seat.GONE);
      return Answer.done();
    }
    if (seat != Seat.OPEN) {
      return Answer.refused(Why.PLAIN, "the session is gone");
    }
    if (effect instanceof Effect.Inspect) {
      return Answer.done(Work.WROTE);
    }
    return end(effect, datTxn);
  }

  private Reply<?> end(Effect<?> effect, UUID datTxn) {
    if (markers.containsKey(datTxn)) {
      seats.put(datTxn, Seat.GONE);
      return Answer.refused(Why.PLAIN, "the marker's key is taken");
    }
    if (effect instanceof Effect.Prepare) {
      seats.put(datTxn, Seat.PREPARED);
      preparedAt.put(datTxn, world.now());
      world.prepares(datTxn, name);
      return Answer.done();
    }
    if (effect instanceof Effect.CommitDeciding it) {
      Reply<?> inserted = world.journal().insert(it.record());
      if (!inserted.isDone()) {
        seats.put(datTxn, Seat.GONE);
        return Answer.refused(Why.PLAIN, "the record was refused");
      }
    }
    commit(datTxn);
    return Answer.done();
  }

  private void commit(UUID datTxn) {
    seats.put(datTxn, Seat.COMMITTED);
    markers.put(datTxn, Marker.APPLIED);
  }

  private List<PreparedBranch> list() {
    List<PreparedBranch> all = new ArrayList<>();
    seats.forEach(
        (datTxn, seat) -> {
          if (seat == Seat.PREPARED) {
            all.add(
                new PreparedBranch(new Gid(datTxn, name), world.now() - preparedAt.get(datTxn)));
          }
        });
    return all;
  }

  private Resolution commitPrepared(UUID datTxn) {
    if (seats.get(datTxn) == Seat.PREPARED) {
      world.applies(datTxn, name);
      commit(datTxn);
      return Resolution.DONE;
    }
    return markers.get(datTxn) == Marker.APPLIED ? Resolution.DONE : Resolution.HEURISTIC_ROLLBACK;
  }

  private Resolution rollbackPrepared(UUID datTxn) {
    if (seats.get(datTxn) == Seat.PREPARED) {
      seats.put(datTxn, Seat.GONE);
      world.undoes(datTxn, name);
      return Resolution.DONE;
    }
    return markers.get(datTxn) == Marker.APPLIED ? Resolution.HEURISTIC_COMMIT : Resolution.DONE;
  }

  @Override
  public void sessionEnds(UUID datTxn) {
    if (seats.get(datTxn) == Seat.OPEN || seats.get(datTxn) == Seat.READING) {
      seats.put(datTxn, Seat.GONE);
    }
  }

  boolean open(UUID datTxn) {
    return seats.get(datTxn) == Seat.OPEN;
  }

  /** An operator, or the store's own timeout, ends a prepared branch. */
  void rolledBackBehindOurBack(UUID datTxn) {
    if (seats.get(datTxn) == Seat.PREPARED) {
      seats.put(datTxn, Seat.GONE);
    }
  }

  /** The markers have reached their age. */
  void pruneMarkers() {
    markers.clear();
  }

  Copy copy() {
    return new Copy(new LinkedHashMap<>(seats), new LinkedHashMap<>(markers));
  }

  /** Back to an earlier moment; every session is lost. */
  void restore(Copy earlier) {
    Map<UUID, Seat> now = new LinkedHashMap<>(seats);
    seats.clear();
    now.keySet().forEach(datTxn -> seats.put(datTxn, restored(earlier.seats().get(datTxn))));
    markers.clear();
    markers.putAll(earlier.markers());
  }

  private static Seat restored(Object earlier) {
    return earlier == Seat.PREPARED || earlier == Seat.COMMITTED ? (Seat) earlier : Seat.GONE;
  }

  @Override
  public int applied(UUID datTxn) {
    return seats.get(datTxn) == Seat.COMMITTED ? 1 : 0;
  }

  boolean prepared(UUID datTxn) {
    return seats.get(datTxn) == Seat.PREPARED;
  }

  @Override
  public String leftOf(UUID datTxn) {
    Seat seat = seats.get(datTxn);
    return seat == Seat.PREPARED || seat == Seat.OPEN ? name + " is left " + seat : "";
  }
}
