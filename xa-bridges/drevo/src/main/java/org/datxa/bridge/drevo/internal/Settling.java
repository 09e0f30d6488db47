package org.datxa.bridge.drevo.internal;

import java.util.concurrent.TimeUnit;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.error.StoreException;

/**
 * C1: the loser's record under the marker's own title. It does not wait for a commit that may still
 * come; its own commit makes that one fail, since the graph is not the one any more that it began
 * on.
 */
record Settling(Reserved reserved, Answers answers, Timing timing, long withinMillis) {
  private static final long LONGEST_PAUSE = 500;

  Marker settle(Gid gid) throws StoreException {
    long end = timing.nanos() + TimeUnit.MILLISECONDS.toNanos(withinMillis);
    for (long pause = 10; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      Attempt attempt = reserved.ask("Settling " + gid, link -> attempt(link, gid));
      if (attempt.found() != Marker.ABSENT) {
        return attempt.found();
      }
      if (timing.nanos() >= end || !pause(pause)) {
        throw unsettled(gid, attempt.failure());
      }
    }
  }

  /** Looks first: what is there for good needs no other write. */
  private Attempt attempt(Link link, Gid gid) throws LinkException {
    Marker found = Markers.read(link, gid.datTxn());
    return found == Marker.ABSENT ? bury(link, gid) : new Attempt(found, null);
  }

  private Attempt bury(Link link, Gid gid) throws LinkException {
    try {
      link.begin();
      link.run(Markers.tombstone(gid));
      link.commit();
      return new Attempt(Marker.TOMBSTONE, null);
    } catch (LinkException e) {
      link.rollback();
      if (DrevoErrors.isTitleTaken(e) || DrevoErrors.isInTheWay(e)) {
        return new Attempt(Marker.ABSENT, e); // somebody else wrote: look again
      }
      throw e;
    }
  }

  private StoreException unsettled(Gid gid, LinkException last) {
    String what = "Settling " + gid + " found other writers in the way for " + withinMillis + " ms";
    return answers.refused(ErrorKind.TRANSIENT, what + "; ask again later", last);
  }

  private boolean pause(long atMost) {
    try {
      timing.pause(atMost);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** What one attempt found or made; absent with the reason when neither. */
  private record Attempt(Marker found, LinkException failure) {}
}
