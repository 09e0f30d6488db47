package org.datxa.internal.jta;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.bridge.XaCodes;
import org.datxa.bridge.XidText;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.protocol.Voting;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.work.Engine;
import org.datxa.internal.work.MetaTransaction;
import org.datxa.internal.work.Verdicts;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;

/** What this process and the journal know of the transactions of outside managers. */
public final class XaBranches {
  private static final Duration LISTED_FOR = Duration.ofHours(1);

  private final Map<String, XaBranch> known = new ConcurrentHashMap<>();
  private final Map<String, Boolean> toldToRetry = new ConcurrentHashMap<>();
  private final Engine engine;
  private final Voting voting;
  private final ProcessTime time;

  /**
   * The transactions of a deployment.
   *
   * @param engine the engine
   * @param time the clocks of the process
   */
  public XaBranches(Engine engine, ProcessTime time) {
    this.engine = engine;
    this.voting = new Voting(engine.deployment());
    this.time = time;
  }

  Engine engine() {
    return engine;
  }

  XaBranch add(Xid xid, MetaTransaction work) throws XAException {
    XaBranch branch = new XaBranch(xid, work);
    if (known.putIfAbsent(branch.text(), branch) != null) {
      throw XaCodes.of(XAException.XAER_DUPID, "The xid is known: " + branch.text(), null);
    }
    return branch;
  }

  Optional<XaBranch> find(Xid xid) {
    return Optional.ofNullable(known.get(XidText.format(xid)));
  }

  XaBranch require(Xid xid) throws XAException {
    return find(xid).orElseThrow(() -> XaCodes.unknownXid(XidText.format(xid)));
  }

  private void ended(XaBranch branch) {
    branch.state = XaBranch.State.ENDED;
    known.remove(branch.text());
  }

  int prepare(XaBranch branch) throws XAException {
    synchronized (branch) {
      requireState(branch, XaBranch.State.IDLE, "prepare");
      branch.state = XaBranch.State.DOUBTFUL; // X3: until it is known, whatever is thrown
      Verdict verdict = branch.work().commit(Optional.of(branch.text()));
      if (verdict instanceof Verdict.Voted voted) {
        branch.record = voted.record();
        branch.state = XaBranch.State.PREPARED;
        return XAResource.XA_OK;
      }
      if (verdict instanceof Verdict.OnlyRead) {
        ended(branch);
        return XAResource.XA_RDONLY;
      }
      return notVoted(branch, verdict);
    }
  }

  // X3: XA_RB* says that nothing is left, so it is said only when that is certain.
  private int notVoted(XaBranch branch, Verdict verdict) throws XAException {
    if (verdict instanceof Verdict.RolledBack) {
      ended(branch);
    }
    throw XaCodes.of(Verdicts.exception(branch.work().datTxn(), verdict));
  }

  void commitInOnePhase(XaBranch branch) throws XAException {
    synchronized (branch) {
      requireState(branch, XaBranch.State.IDLE, "commit in one phase");
      // X2: a one-phase commit writes no xid.
      Verdict verdict = branch.work().commit(Optional.empty());
      ended(branch);
      answer(branch.work().datTxn(), verdict);
    }
  }

  void commit(Xid xid) throws XAException {
    Optional<XaBranch> here = find(xid);
    if (here.isEmpty()) {
      commitUnknown(xid);
      return;
    }
    XaBranch branch = here.get();
    synchronized (branch) {
      requireState(branch, XaBranch.State.PREPARED, "commit");
      Verdict verdict = engine.run(voting.commit(branch.record), Map.of());
      if (!(verdict instanceof Verdict.Doubtful)) {
        ended(branch);
      }
      remember(branch.text(), verdict);
      answerPhaseTwo(branch.text(), branch.work().datTxn(), verdict);
    }
  }

  // X1, X4: a fresh instance, perhaps in another process, knows only what the journal says.
  private void commitUnknown(Xid xid) throws XAException {
    String text = XidText.format(xid);
    boolean retried = toldToRetry.containsKey(text);
    Optional<JournalRecord> found = read(text);
    if (found.isEmpty()) {
      throw retried
          ? XaCodes.of(XAException.XAER_RMFAIL, "No record is left of " + text, null)
          : XaCodes.unknownXid(text);
    }
    JournalRecord record = found.get();
    if (record.state() == State.DONE) {
      engine.run(voting.endListing(record), engine.settings().settle());
      toldToRetry.remove(text);
      if (!retried) {
        throw XaCodes.unknownXid(text);
      }
      return;
    }
    if (record.state() == State.ACTIVE) {
      throw XaCodes.of(XAException.XAER_PROTO, "It was never prepared: " + text, null);
    }
    if (record.state() == State.ABORTED) {
      throw XaCodes.of(XAException.XA_HEURRB, "It was rolled back after its vote: " + text, null);
    }
    Verdict verdict = engine.run(voting.commit(record), Map.of());
    remember(text, verdict);
    answerPhaseTwo(text, record.datTxn(), verdict);
  }

  // XA_RB* is no answer to the second phase: somebody rolled a vote back.
  private static void answerPhaseTwo(String text, java.util.UUID datTxn, Verdict verdict)
      throws XAException {
    if (verdict instanceof Verdict.RolledBack) {
      throw XaCodes.of(XAException.XA_HEURRB, "It was rolled back after its vote: " + text, null);
    }
    answer(datTxn, verdict);
  }

  private void remember(String text, Verdict verdict) {
    if (verdict instanceof Verdict.Doubtful) {
      toldToRetry.put(text, true);
    } else {
      toldToRetry.remove(text);
    }
  }

  void rollback(Xid xid) throws XAException {
    Optional<XaBranch> here = find(xid);
    if (here.isEmpty()) {
      rollbackUnknown(xid);
      return;
    }
    XaBranch branch = here.get();
    synchronized (branch) {
      rollback(branch);
    }
  }

  private void rollback(XaBranch branch) throws XAException {
    Verdict verdict =
        switch (branch.state) {
          case PREPARED -> engine.run(voting.rollback(branch.record), Map.of());
          case DOUBTFUL ->
              engine.run(
                  voting.rollbackDoubtful(branch.work().datTxn(), branch.work().gids()), Map.of());
          case ACTIVE, SUSPENDED, IDLE -> branch.work().rollback();
          case ENDED -> throw XaCodes.unknownXid(branch.text());
        };
    if (!(verdict instanceof Verdict.Doubtful)) {
      ended(branch);
    }
    requireRolledBack(branch.text(), verdict, branch.work().datTxn());
  }

  private void rollbackUnknown(Xid xid) throws XAException {
    String text = XidText.format(xid);
    JournalRecord record = read(text).orElseThrow(() -> XaCodes.unknownXid(text));
    if (record.state() == State.ABORTED) {
      throw XaCodes.unknownXid(text);
    }
    Verdict verdict = engine.run(voting.rollback(record), Map.of());
    requireRolledBack(text, verdict, record.datTxn());
  }

  private static void requireRolledBack(String text, Verdict verdict, java.util.UUID datTxn)
      throws XAException {
    if (verdict instanceof Verdict.Committed) {
      throw XaCodes.unknownXid(text); // X1: it changes nothing, and the listing is ended
    }
    if (verdict instanceof Verdict.Doubtful) {
      throw XaCodes.of(Verdicts.exception(datTxn, verdict));
    }
  }

  private Optional<JournalRecord> read(String text) throws XAException {
    if (engine.journal().isEmpty()) {
      return Optional.empty();
    }
    try {
      return engine.journal().get().findByXid(text);
    } catch (JournalException e) {
      throw XaCodes.of(XAException.XAER_RMFAIL, "The journal cannot be read.", e);
    }
  }

  private static void answer(java.util.UUID datTxn, Verdict verdict) throws XAException {
    if (verdict instanceof Verdict.Committed committed) {
      if (committed.heuristic()) {
        boolean all =
            committed.ends().stream()
                .allMatch(e -> e.how() == org.datxa.internal.protocol.BranchEnd.How.HEURISTIC);
        throw XaCodes.of(
            all ? XAException.XA_HEURRB : XAException.XA_HEURMIX,
            "Decided, but a store broke its promise: " + committed.ends() + " [" + datTxn + "]",
            null);
      }
      return;
    }
    if (!(verdict instanceof Verdict.OnlyRead)) {
      throw XaCodes.of(Verdicts.exception(datTxn, verdict));
    }
  }

  /** X1: complete, from the primary, or an exception. */
  List<Xid> recover() throws XAException {
    if (engine.journal().isEmpty()) {
      return List.of();
    }
    try {
      List<Xid> all = new ArrayList<>();
      for (RecordHead head : engine.journal().get().listed()) {
        if (stillListed(head)) {
          head.xid().flatMap(XidText::parse).ifPresent(all::add);
        }
      }
      return all;
    } catch (JournalException e) {
      throw XaCodes.of(XAException.XAER_RMFAIL, "The journal cannot be read whole.", e);
    }
  }

  private boolean stillListed(RecordHead head) {
    return head.state() == State.PREPARED
        || !head.progress().heuristics().isEmpty()
        || time.millis() - head.updatedMillis() < LISTED_FOR.toMillis();
  }

  void forget(Xid xid) throws XAException {
    String text = XidText.format(xid);
    if (find(xid).isPresent()) {
      throw XaCodes.of(XAException.XAER_PROTO, "It is not completed: " + text, null);
    }
    JournalRecord record = read(text).orElseThrow(() -> XaCodes.unknownXid(text));
    if (record.state() == State.PREPARED || record.state() == State.ACTIVE) {
      throw XaCodes.of(XAException.XAER_PROTO, "It is not completed: " + text, null);
    }
    if (!engine.run(voting.forget(record.datTxn()), engine.settings().settle())) {
      throw XaCodes.unknownXid(text);
    }
  }

  private static void requireState(XaBranch branch, XaBranch.State wanted, String what)
      throws XAException {
    if (branch.state != wanted) {
      throw XaCodes.of(
          XAException.XAER_PROTO,
          "Cannot " + what + " what is " + branch.state + ": " + branch.text(),
          null);
    }
  }
}
