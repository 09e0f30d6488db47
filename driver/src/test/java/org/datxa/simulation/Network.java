package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;

/** Requests whose sender no longer waits: each arrives at any later time, or never. */
final class Network {
  /**
   * A request.
   *
   * @param effect what it asks for; null is the DELETE of a broken finisher
   * @param datTxn whose branch it is about
   * @param startedUntil how long a statement that has started may run, or -1
   * @param admitted whether the watermark was looked at when it was sent, and it only waits for its
   *     commit
   */
  private record Request(Effect<?> effect, UUID datTxn, long startedUntil, boolean admitted) {}

  private final World world;
  private final List<Request> requests = new ArrayList<>(4);

  Network(World world) {
    this.world = world;
  }

  void send(Effect<?> effect, UUID datTxn) {
    if (changesSomething(effect)) {
      boolean admitted =
          effect instanceof Effect.Insert it
              && (world.mutant(Mutant.NO_GATE) || world.choices().either())
              && world.journal().admits(it.record());
      requests.add(new Request(effect, datTxn, -1, admitted));
    }
  }

  void sendDelete(UUID datTxn) {
    requests.add(new Request(null, datTxn, -1, false));
  }

  /** Whether it matters that an effect lands when nobody waits for it. */
  static boolean changesSomething(Effect<?> effect) {
    boolean reads =
        effect instanceof Effect.Find
            || effect instanceof Effect.Scan
            || effect instanceof Effect.Watermark
            || effect instanceof Effect.Registered
            || effect instanceof Effect.ListPrepared
            || effect instanceof Effect.ListStaged
            || effect instanceof Effect.StagedApplied
            || effect instanceof Effect.ReadMarker
            || effect instanceof Effect.StoreClock
            || effect instanceof Effect.Probe
            || effect instanceof Effect.Inspect;
    return !reads && Where.of(effect) != Where.PROCESS;
  }

  /** J10: whether an INSERT that was let pass holds the gate. */
  boolean holdsGate() {
    return !world.mutant(Mutant.NO_GATE) && requests.stream().anyMatch(Request::admitted);
  }

  int size() {
    return requests.size();
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }

  /** A session whose request is still on its way does not end before it. */
  boolean carries(UUID datTxn, String store) {
    for (Request it : requests) {
      if (it.effect() instanceof Effect.OnBranch<?> branch
          && datTxn.equals(it.datTxn())
          && branch.store().equals(store)) {
        return true;
      }
    }
    return false;
  }

  void clear() {
    requests.clear();
  }

  private void drop(int which) {
    Request request = requests.remove(which);
    if (world.recording()) {
      world.note("network", "drops " + text(request));
    }
  }

  void drop() {
    drop(world.choices().below(requests.size()));
  }

  void dropAllToJournalServer() {
    requests.removeIf(r -> r.effect() != null && world.setup().onJournalServer(r.effect()));
  }

  void deliver() {
    deliver(world.choices().below(requests.size()));
  }

  void deliver(int which) {
    Request request = requests.remove(which);
    if (request.effect() == null) {
      world.house().deletes(World.number(request.datTxn()));
      world.note("network", "a DELETE lands");
    } else if (request.effect() instanceof Effect.Apply apply && apply.store().equals("house")) {
      deliver(request, apply);
    } else {
      lands(request);
    }
  }

  private void lands(Request request) {
    Reply<?> reply =
        request.admitted() && request.effect() instanceof Effect.Insert it
            ? world.journal().insert(it.record(), true)
            : world.perform(request.effect(), request.datTxn());
    if (world.recording()) {
      world.note("network", text(request) + " lands -> " + Text.of(reply));
    }
    if (world.setup().onJournalServer(request.effect()) && world.choices().either()) {
      world.replicate();
    }
  }

  // The statement starts, and lands at some time before its limit.
  private void deliver(Request request, Effect.Apply apply) {
    String how;
    if (request.startedUntil() < 0) {
      boolean starts = world.house().starts(apply);
      if (starts) {
        long until = world.storeClock() + ClaimModel.LONGEST;
        requests.add(new Request(apply, request.datTxn(), until, false));
      }
      how = starts ? " starts" : " comes after its deadline";
    } else if (world.storeClock() <= request.startedUntil()) {
      how = landsInPart() ? " lands in part" : " lands";
      Reply<?> unused =
          landsInPart() ? world.house().landsInPart(apply) : world.house().lands(apply);
    } else {
      how = " was stopped";
    }
    if (world.recording()) {
      world.note("network", text(request) + how);
    }
  }

  // H1: a chunk of several blocks.
  private boolean landsInPart() {
    return world.setup().partial() || world.mutant(Mutant.SPLITS_BLOCKS);
  }

  private String text(Request request) {
    return request.effect() == null ? "DELETE" : world.text(request.effect());
  }

  long digest() {
    long all = 0;
    for (Request it : requests) {
      String text = text(it) + it.startedUntil() + it.datTxn();
      all += Digest.of(text);
    }
    return all;
  }
}
