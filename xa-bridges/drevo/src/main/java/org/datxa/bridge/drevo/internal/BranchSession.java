package org.datxa.bridge.drevo.internal;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.bridge.drevo.DrevoRecords;
import org.datxa.bridge.drevo.internal.Gate.Pass;
import org.datxa.spi.BranchStart;
import org.datxa.spi.Gid;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;

/**
 * The connection of one branch and who may use it when. Opened at the first statement. A statement
 * holds the session, so that a roll-back from another thread knows whether one is running.
 */
final class BranchSession {
  private final Links links;
  private final Gate gate;
  private final DrevoSettings settings;
  private final BranchStart start;
  private final ReentrantLock inUse = new ReentrantLock();
  private volatile Link link;
  private volatile boolean ended;
  private volatile LinkException firstFailure;
  private volatile Pass pass;
  private boolean wrote;
  private boolean returned;

  BranchSession(Links links, Gate gate, DrevoSettings settings, BranchStart start) {
    this.links = links;
    this.gate = gate;
    this.settings = settings;
    this.start = start;
  }

  /** Runs a statement of the application. What fails here has failed the transaction. */
  DrevoRecords work(Statement statement, boolean reading) {
    inUse.lock();
    try {
      requireGoing();
      if (!reading && start.readOnly()) {
        throw refused("The transaction only reads, and the statement may write.");
      }
      return run(statement, reading);
    } catch (LinkException e) {
      firstFailure = firstFailure == null ? e : firstFailure;
      throw failed(e);
    } finally {
      inUse.unlock();
    }
  }

  private DrevoRecords run(Statement statement, boolean reading) throws LinkException {
    try {
      open(reading);
      wrote |= !reading;
      return link.run(statement, Math.max(0, start.timeout().toMillis()) + answerMillis());
    } finally {
      if (ended) {
        leaveGate(); // rolled back meanwhile, maybe before the gate was passed
      }
    }
  }

  private long answerMillis() {
    return settings.limits().answer();
  }

  private void requireGoing() {
    if (ended || firstFailure != null) {
      throw refused("The transaction takes no more work in this store.");
    }
  }

  private HandleRefused refused(String what) {
    return new HandleRefused(
        what,
        new Where(start.datTxn(), settings.name(), "run it in a new transaction."),
        firstFailure);
  }

  private DrevoException failed(LinkException e) {
    String code = e.isAnswer() ? " (" + e.code() + ")" : "";
    return new DrevoException(
        DrevoErrors.kind(e),
        e.code(),
        "The statement failed"
            + code
            + ": "
            + e.getMessage()
            + " ["
            + new Gid(start.datTxn(), settings.name())
            + "]",
        e);
  }

  /** A writer passes the gate before its snapshot is taken; later it would be of no use to it. */
  private void open(boolean reading) throws LinkException {
    if (link != null) {
      if (!reading && pass == null) {
        pass = gate.enterNow();
      }
      return;
    }
    pass = reading || pass != null ? pass : gate.enter();
    requireGoing();
    Link fresh = begun();
    if (!isKept(fresh)) {
      fresh.destroy();
      links.giveBack(fresh);
      requireGoing();
    }
  }

  /** Whoever has rolled back meanwhile has seen no connection, so nobody would give it back. */
  private synchronized boolean isKept(Link fresh) {
    if (!ended) {
      link = fresh;
    }
    return !ended;
  }

  /** Nothing was done on the connection yet, so another may be tried. */
  private Link begun() throws LinkException {
    for (int left = settings.pools().most(); ; left--) {
      Link candidate = links.borrow();
      boolean begun = false;
      try {
        candidate.begin();
        begun = true;
        return candidate;
      } catch (LinkException e) {
        if (left == 0 || !e.maybeStale()) {
          throw e;
        }
      } finally {
        if (!begun) {
          candidate.destroy();
          links.giveBack(candidate);
        }
      }
    }
  }

  boolean isBegun() {
    return link != null;
  }

  boolean hasWritten() {
    return wrote;
  }

  Link link() {
    return link;
  }

  Optional<LinkException> firstFailure() {
    return Optional.ofNullable(firstFailure);
  }

  /** No more work of the application; the protocol has the connection from here on. */
  void end() {
    ended = true;
  }

  /** Ends a running statement and the transaction. Afterwards nothing of it can commit. */
  void rollback() {
    Link mine = ended();
    if (mine == null) {
      leaveGate();
      return;
    }
    if (!inUse.tryLock()) {
      mine.destroy(); // which ends the statement, and its transaction in the server
    } else {
      try {
        mine.rollback();
      } finally {
        inUse.unlock();
      }
    }
    leaveGate();
  }

  /** The pass through the gate, for somebody who gives it back later. */
  Optional<Pass> handOverPass() {
    Pass mine = pass;
    pass = null;
    return Optional.ofNullable(mine);
  }

  private synchronized Link ended() {
    ended = true;
    return link;
  }

  void leaveGate() {
    Pass mine = pass;
    if (mine != null) {
      mine.leave();
    }
  }

  /** Gives the connection back, or closes it when it may still carry something. */
  void release(boolean inDoubt) {
    rollbackOrDestroy(inDoubt);
    synchronized (this) {
      if (link != null && !returned) {
        returned = true;
        links.giveBack(link);
      }
    }
  }

  private void rollbackOrDestroy(boolean inDoubt) {
    if (inDoubt && link != null) {
      link.destroy();
    }
    rollback();
  }
}
