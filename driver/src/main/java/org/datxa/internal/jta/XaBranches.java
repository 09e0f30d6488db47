package org.datxa.internal.jta;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.datxa.bridge.XaCodes;
import org.datxa.bridge.XidText;
import org.datxa.internal.protocol.BranchEnd;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.work.Engine;
import org.datxa.internal.work.MetaTransaction;
import org.datxa.internal.work.Verdicts;

/**
 * The transactions of outside managers behind one sort of resource: the states of those that began
 * here, and what can be known of all others. The second phase may come from anywhere.
 */
public abstract class XaBranches {
  private static final int REMEMBERED = 10_000;

  private final Map<String, XaBranch> known = new ConcurrentHashMap<>();
  private final RecentXids overAtPrepare = new RecentXids(REMEMBERED);
  private final String name;
  private final Engine engine;

  /**
   * The transactions behind one sort of resource.
   *
   * @param name what the resource is called, the same in every process
   * @param engine the engine
   */
  XaBranches(String name, Engine engine) {
    this.name = name;
    this.engine = engine;
  }

  String name() {
    return name;
  }

  Engine engine() {
    return engine;
  }

  /** Prepares what is idle; the branch is doubtful until this has said otherwise. */
  abstract int vote(XaBranch branch) throws XAException;

  /** Commits what was prepared in this process. */
  abstract void commitVoted(XaBranch branch) throws XAException;

  /** Commits what this process knows nothing of. */
  abstract void commitElsewhere(Xid xid) throws XAException;

  abstract void rollbackVoted(XaBranch branch) throws XAException;

  /** Rolls back what may be prepared. */
  abstract void rollbackDoubtful(XaBranch branch) throws XAException;

  abstract void rollbackElsewhere(Xid xid) throws XAException;

  /** Everything that its manager may have to finish: whole, or an exception. */
  abstract List<Xid> recover() throws XAException;

  abstract void forgetElsewhere(Xid xid) throws XAException;

  final XaBranch add(Xid xid, MetaTransaction work) throws XAException {
    XaBranch branch = new XaBranch(xid, work);
    if (known.putIfAbsent(branch.text(), branch) != null) {
      throw XaCodes.of(XAException.XAER_DUPID, "The xid is known: " + branch.text(), null);
    }
    overAtPrepare.remove(branch.text());
    return branch;
  }

  final XaBranch require(Xid xid) throws XAException {
    return find(xid).orElseThrow(() -> XaCodes.unknownXid(XidText.format(xid)));
  }

  private Optional<XaBranch> find(Xid xid) {
    return Optional.ofNullable(known.get(XidText.format(xid)));
  }

  final void ended(XaBranch branch) {
    branch.state = XaBranch.State.ENDED;
    known.remove(branch.text(), branch);
  }

  final int prepare(XaBranch branch) throws XAException {
    synchronized (branch) {
      requireState(branch, XaBranch.State.IDLE, "prepare");
      requireInTime(branch);
      branch.state = XaBranch.State.DOUBTFUL; // X3: until it is known, whatever is thrown
      try {
        return vote(branch);
      } finally {
        if (branch.state == XaBranch.State.ENDED) {
          overAtPrepare.add(branch.text());
        }
      }
    }
  }

  final void commitInOnePhase(XaBranch branch) throws XAException {
    synchronized (branch) {
      requireState(branch, XaBranch.State.IDLE, "commit in one phase");
      requireInTime(branch);
      // X2: a one-phase commit writes no xid.
      Verdict verdict = branch.work().commit(Optional.empty());
      ended(branch);
      answer(branch.work().datTxn(), verdict);
    }
  }

  private void requireInTime(XaBranch branch) throws XAException {
    if (!branch.work().isExpired()) {
      return;
    }
    branch.work().rollback();
    ended(branch);
    throw XaCodes.of(
        XAException.XA_RBTIMEOUT, "It took too long and is rolled back: " + branch.text(), null);
  }

  final void commit(Xid xid) throws XAException {
    Optional<XaBranch> here = find(xid);
    if (here.isEmpty()) {
      commitElsewhere(xid);
      return;
    }
    XaBranch branch = here.get();
    synchronized (branch) {
      requireState(branch, XaBranch.State.PREPARED, "commit");
      commitVoted(branch);
    }
  }

  final void rollback(Xid xid) throws XAException {
    Optional<XaBranch> here = find(xid);
    if (here.isEmpty()) {
      rollbackUnknown(xid);
      return;
    }
    XaBranch branch = here.get();
    synchronized (branch) {
      switch (branch.state) {
        case PREPARED -> rollbackVoted(branch);
        case DOUBTFUL -> rollbackDoubtful(branch);
        case ACTIVE, SUSPENDED, IDLE -> rollbackWork(branch);
        case ENDED -> throw XaCodes.unknownXid(branch.text());
      }
    }
  }

  // X3: after a veto there is nothing to ask for, and a manager takes RMFAIL for a heuristic.
  private void rollbackUnknown(Xid xid) throws XAException {
    try {
      rollbackElsewhere(xid);
    } catch (XAException e) {
      String text = XidText.format(xid);
      if (e.errorCode != XAException.XAER_RMFAIL || !overAtPrepare.contains(text)) {
        throw e;
      }
      XAException over = XaCodes.unknownXid(text);
      over.addSuppressed(e);
      throw over;
    }
  }

  private void rollbackWork(XaBranch branch) throws XAException {
    Verdict verdict = branch.work().rollback();
    ended(branch); // nothing of it is prepared, so whatever is left ends with its session
    requireRolledBack(branch.text(), verdict, branch.work().datTxn());
  }

  final void forget(Xid xid) throws XAException {
    if (find(xid).isPresent()) {
      throw notCompleted(XidText.format(xid));
    }
    forgetElsewhere(xid);
  }

  static XAException notCompleted(String text) {
    return XaCodes.of(XAException.XAER_PROTO, "It is not completed: " + text, null);
  }

  private static void requireState(XaBranch branch, XaBranch.State wanted, String what)
      throws XAException {
    if (branch.state == XaBranch.State.ENDED) {
      throw XaCodes.unknownXid(branch.text());
    }
    if (branch.state != wanted) {
      String message = "Cannot " + what + " what is " + branch.state + ": " + branch.text();
      throw XaCodes.of(XAException.XAER_PROTO, message, null);
    }
  }

  static void answer(UUID datTxn, Verdict verdict) throws XAException {
    if (verdict instanceof Verdict.Committed committed) {
      if (committed.heuristic()) {
        throw heuristic(committed.ends(), XAException.XA_HEURRB, "Decided [" + datTxn + "]");
      }
      return;
    }
    if (!(verdict instanceof Verdict.OnlyRead)) {
      throw XaCodes.of(Verdicts.exception(datTxn, verdict));
    }
  }

  /** A broken promise: the given code when every branch broke it, mixed otherwise. */
  static XAException heuristic(List<BranchEnd> ends, int whenAll, String what) {
    boolean all = ends.stream().allMatch(e -> e.how() == BranchEnd.How.HEURISTIC);
    return XaCodes.of(
        all ? whenAll : XAException.XA_HEURMIX,
        what + ", but a store broke its promise: " + ends,
        null);
  }

  static void requireRolledBack(String text, Verdict verdict, UUID datTxn) throws XAException {
    if (verdict instanceof Verdict.Committed) {
      throw XaCodes.unknownXid(text); // X1: it changes nothing, and the listing is ended
    }
    if (verdict instanceof Verdict.BrokenRollback broken) {
      throw heuristic(broken.ends(), XAException.XA_HEURCOM, "Rolled back [" + datTxn + "]");
    }
    if (verdict instanceof Verdict.Doubtful) {
      throw XaCodes.of(Verdicts.exception(datTxn, verdict));
    }
  }
}
