package org.datxa.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.datxa.internal.protocol.Event;

/**
 * What somebody outside did, or a store broke, and what operators were told of it. Only a branch
 * that was told to an operator is excused from being whole.
 */
final class Excuses {
  private record Place(int txn, String store) {}

  private final World world;
  private final List<Event> reports = new ArrayList<>(4);
  private final Set<Place> zombies = new HashSet<>();
  private final Set<Place> meddled = new HashSet<>();
  private final Set<Place> restored = new HashSet<>();
  private final Set<Integer> byHand = new HashSet<>();

  Excuses(World world) {
    this.world = world;
  }

  void report(Event event) {
    reports.add(event);
    if (event.kind() == Event.Kind.HEURISTIC) {
      Place place = new Place(World.number(event.datTxn()), event.store());
      boolean outside = meddled.contains(place) || byHand.contains(place.txn());
      if (!outside && !landsInPart(event.store())) {
        world.violation("heuristic: " + World.name(place.txn()) + " " + event.store());
      }
    }
  }

  private boolean landsInPart(String store) {
    return world.setup().partial() && "house".equals(store);
  }

  boolean reported(Event.Kind kind, int txn, String store) {
    for (Event it : reports) {
      if (it.kind() == kind
          && it.datTxn() != null
          && World.number(it.datTxn()) == txn
          && Objects.equals(it.store(), store)) {
        return true;
      }
    }
    return false;
  }

  /** A zombie prepared what had been aborted, and perhaps cleaned, before. */
  void preparedAfterAbort(int txn, String store) {
    zombies.add(new Place(txn, store));
  }

  /** Somebody ended a prepared branch behind our back. */
  void meddled(int txn, String store) {
    meddled.add(new Place(txn, store));
  }

  /** Somebody committed a prepared branch by hand. */
  void committedByHand(int txn) {
    byHand.add(txn);
  }

  /**
   * Whether the marker of a commit by hand is all that is known: below the watermark it counts as
   * the decision, and above it nobody knows where to look.
   */
  boolean decidedByHand(int txn) {
    return isCommittedByHand(txn) && !world.journal().namesBranches(txn);
  }

  /** A store forgot that a prepared branch was committed. */
  void restored(int txn, String store) {
    restored.add(new Place(txn, store));
  }

  boolean isCommittedByHand(int txn) {
    return !byHand.isEmpty() && byHand.contains(txn);
  }

  boolean isRestored(int txn, String store) {
    return !restored.isEmpty() && restored.contains(new Place(txn, store));
  }

  /**
   * Whether a branch may be other than the rest, since an operator was told, or did it where nobody
   * looks again: a prepare that landed after its abort was over is only found while it is listed.
   */
  boolean excused(int txn, String store) {
    Place place = new Place(txn, store);
    boolean unseen = meddled.contains(place) && zombies.contains(place);
    boolean outside = meddled.contains(place) || landsInPart(store);
    return unseen
        || (outside && reported(Event.Kind.HEURISTIC, txn, store))
        || (isRestored(txn, store) && reported(Event.Kind.BELOW_WATERMARK, txn, store));
  }

  /** Whether a branch may be left prepared: J9, what nobody wrote down before the watermark. */
  boolean maybeLeft(int txn, String store) {
    if (!world.setup().rules().journal()) {
      return true;
    }
    Place place = new Place(txn, store);
    boolean unknown =
        zombies.contains(place) || restored.contains(place) || !world.journal().knew(txn);
    return unknown && reported(Event.Kind.BELOW_WATERMARK, txn, store);
  }

  long digest() {
    return Digest.of(reports.size(), zombies.size());
  }
}
