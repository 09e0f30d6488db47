package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;

/** Requests whose sender no longer waits: each arrives at any later time, or never. */
final class Network {
  private record Request(Effect<?> effect, UUID datTxn, long startedUntil) {}

  private final World world;
  private final List<Request> requests = new ArrayList<>();

  Network(World world) {
    this.world = world;
  }

  void send(Effect<?> effect, UUID datTxn) {
    boolean reads = effect instanceof Effect.Find || effect instanceof Effect.Scan;
    if (!reads && !(effect instanceof Effect.OnProcess<?>)) {
      requests.add(new Request(effect, datTxn, -1));
    }
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }

  /** A session whose request is still on its way does not end before it. */
  boolean carries(UUID datTxn, String store) {
    return requests.stream()
        .anyMatch(
            r ->
                datTxn.equals(r.datTxn())
                    && r.effect() instanceof Effect.OnBranch<?> it
                    && it.store().equals(store));
  }

  void drop() {
    Request request = requests.remove(world.random().nextInt(requests.size()));
    world.note("network", "drops " + world.text(request.effect()));
  }

  void dropAllToJournalServer() {
    requests.removeIf(r -> world.onJournalServer(r.effect()));
  }

  void deliver() {
    Request request = requests.remove(world.random().nextInt(requests.size()));
    String text = world.text(request.effect());
    if (request.effect() instanceof Effect.Apply apply
        && world.house() != null
        && apply.store().equals("house")) {
      deliver(request, apply, text);
      return;
    }
    world.note(
        "network",
        text + " lands -> " + Text.of(world.perform(request.effect(), request.datTxn())));
    if (world.onJournalServer(request.effect()) && world.random().nextBoolean()) {
      world.replicate();
    }
  }

  // The statement starts, and lands at some time before its limit.
  private void deliver(Request request, Effect.Apply apply, String text) {
    if (request.startedUntil() < 0) {
      boolean starts = world.house().starts(apply.claim());
      world.note("network", text + (starts ? " starts" : " comes after its deadline"));
      if (starts) {
        requests.add(new Request(apply, request.datTxn(), world.storeClock() + ClaimModel.LONGEST));
      }
    } else if (world.storeClock() <= request.startedUntil()) {
      world.house().lands(apply.branch(), apply.chunk(), apply.claim());
      world.note("network", text + " lands");
    } else {
      world.note("network", text + " was stopped");
    }
  }
}
