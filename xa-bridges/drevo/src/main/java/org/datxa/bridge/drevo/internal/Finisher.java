package org.datxa.bridge.drevo.internal;

import java.util.Optional;
import org.datxa.spi.ForeignGid;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.Resolution;
import org.datxa.spi.error.StoreException;

/** Ends prepared transactions, on a connection that is in none. */
record Finisher(Answers answers) {
  private static final String COMMIT = "commitPrepared";
  private static final String ROLLBACK = "rollbackPrepared";

  /** What the server says of a gid. Only the words of its messages tell these apart. */
  private enum Found {
    ENDED,
    UNKNOWN,
    HEURISTIC
  }

  Resolution commit(Link link, Gid gid) throws StoreException {
    return switch (call(COMMIT, link, gid.text())) {
      case ENDED -> Resolution.DONE;
      case HEURISTIC -> Resolution.HEURISTIC_ROLLBACK;
      case UNKNOWN ->
          marker(link, gid) == Marker.APPLIED ? Resolution.DONE : Resolution.HEURISTIC_ROLLBACK;
    };
  }

  /** The server says yes as well when it has rolled the gid back by itself. */
  Resolution rollback(Link link, Gid gid) throws StoreException {
    return switch (call(ROLLBACK, link, gid.text())) {
      case ENDED, HEURISTIC -> Resolution.DONE;
      case UNKNOWN ->
          marker(link, gid) == Marker.APPLIED ? Resolution.HEURISTIC_COMMIT : Resolution.DONE;
    };
  }

  /** X5: only what the server itself remembers; there is no marker to ask. */
  Optional<Resolution> commitForeign(Link link, ForeignGid gid) throws StoreException {
    return switch (call(COMMIT, link, gid.text())) {
      case ENDED -> Optional.of(Resolution.DONE);
      case HEURISTIC -> Optional.of(Resolution.HEURISTIC_ROLLBACK);
      case UNKNOWN -> Optional.empty();
    };
  }

  Optional<Resolution> rollbackForeign(Link link, ForeignGid gid) throws StoreException {
    return call(ROLLBACK, link, gid.text()) == Found.UNKNOWN
        ? Optional.empty()
        : Optional.of(Resolution.DONE);
  }

  private Found call(String procedure, Link link, String gid) throws StoreException {
    String what = procedure + " [" + gid + "]";
    try {
      link.alone(Statement.of("CALL drevo.tx." + procedure + "($gid)", "gid", gid));
      return Found.ENDED;
    } catch (LinkException e) {
      if (e.saysBesides(gid, "heuristically")) {
        return Found.HEURISTIC;
      }
      if (e.says("no transaction is prepared")) {
        return Found.UNKNOWN;
      }
      throw answers.after(what, e);
    }
  }

  /** P1: read after the gid was found to be gone, in a statement of its own. */
  private Marker marker(Link link, Gid gid) throws StoreException {
    try {
      return Markers.read(link, gid.datTxn());
    } catch (LinkException e) {
      throw answers.unknown("The marker could not be read [" + gid + "]", e);
    }
  }
}
