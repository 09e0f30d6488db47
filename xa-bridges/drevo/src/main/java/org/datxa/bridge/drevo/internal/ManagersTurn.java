package org.datxa.bridge.drevo.internal;

import java.util.concurrent.atomic.AtomicReference;
import org.datxa.bridge.drevo.internal.Gate.Pass;
import org.datxa.spi.ForeignGid;

/**
 * Keeps the gate closed behind a branch that a manager has yet to decide, since whoever came in
 * would fail. A graph has one such branch at a time; the pass of one that was ended elsewhere is
 * given back when the next is prepared. D4
 */
final class ManagersTurn {
  private record Held(ForeignGid gid, Pass pass) {}

  private final AtomicReference<Held> held = new AtomicReference<>();

  void keep(ForeignGid gid, Pass pass) {
    leave(held.getAndSet(new Held(gid, pass)));
  }

  void over(ForeignGid gid) {
    Held mine = held.get();
    if (mine != null && mine.gid().equals(gid) && held.compareAndSet(mine, null)) {
      leave(mine);
    }
  }

  private static void leave(Held mine) {
    if (mine != null) {
      mine.pass().leave();
    }
  }
}
