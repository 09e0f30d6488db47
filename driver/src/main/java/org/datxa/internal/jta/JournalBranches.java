package org.datxa.internal.jta;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.bridge.XaCodes;
import org.datxa.bridge.XidText;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.protocol.Voting;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.work.Engine;
import org.datxa.internal.work.Verdicts;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;

/** Transactions whose votes and decisions are in the journal. */
final class JournalBranches extends XaBranches {
  private static final int MOST_RETRIES = 10_000;

  private final RecentXids toldToRetry = new RecentXids(MOST_RETRIES);
  private final Voting voting;
  private final ProcessTime time;

  JournalBranches(String name, Engine engine, ProcessTime time) {
    super(name, engine);
    this.voting = new Voting(engine.deployment());
    this.time = time;
  }

  @Override
  int vote(XaBranch branch) throws XAException {
    requireUnused(branch);
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
    if (verdict instanceof Verdict.RolledBack) { // X3: said only when that is certain
      ended(branch);
    }
    throw XaCodes.of(Verdicts.exception(branch.work().datTxn(), verdict));
  }

  // Two records of one xid could not be told apart. Nothing was sent yet: X3.
  private void requireUnused(XaBranch branch) throws XAException {
    int code = XAException.XA_RBCOMMFAIL;
    try {
      if (read(branch.text()).isEmpty()) {
        return;
      }
      code = XAException.XA_RBPROTO;
    } catch (XAException e) {
      throw abandoned(branch, code, "The journal cannot be asked for ", e);
    }
    throw abandoned(branch, code, "The journal has a transaction already of ", null);
  }

  private XAException abandoned(XaBranch branch, int code, String why, XAException cause) {
    branch.work().rollback();
    ended(branch);
    return XaCodes.of(code, why + branch.text(), cause);
  }

  @Override
  void commitVoted(XaBranch branch) throws XAException {
    Verdict verdict = engine().conclude(branch.record.datTxn(), voting.commit(branch.record));
    if (!(verdict instanceof Verdict.Doubtful)) {
      ended(branch);
    }
    answerPhaseTwo(branch.text(), branch.record, verdict);
  }

  // X1, X4: a fresh instance, perhaps in another process, knows only what the journal says.
  @Override
  void commitElsewhere(Xid xid) throws XAException {
    String text = XidText.format(xid);
    boolean retried = toldToRetry.contains(text);
    Optional<JournalRecord> found = read(text);
    if (found.isEmpty()) {
      throw retried
          ? XaCodes.of(XAException.XAER_RMFAIL, "No record is left of " + text, null)
          : XaCodes.unknownXid(text);
    }
    commit(text, found.get(), retried);
  }

  private void commit(String text, JournalRecord record, boolean retried) throws XAException {
    switch (record.state()) {
      case DONE -> {
        engine().run(Voting.endListing(record), engine().settings().settle());
        toldToRetry.remove(text);
        if (!retried) {
          throw XaCodes.unknownXid(text);
        }
      }
      case ACTIVE ->
          throw XaCodes.of(XAException.XAER_PROTO, "It was never prepared: " + text, null);
      case ABORTED -> throw rolledBackBehind(text);
      case PREPARED, COMMITTED ->
          answerPhaseTwo(text, record, engine().conclude(record.datTxn(), voting.commit(record)));
    }
  }

  private static XAException rolledBackBehind(String text) {
    return XaCodes.of(XAException.XA_HEURRB, "It was rolled back after its vote: " + text, null);
  }

  // XA_RB* is no answer to the second phase: somebody rolled a vote back.
  private void answerPhaseTwo(String text, JournalRecord record, Verdict verdict)
      throws XAException {
    if (verdict instanceof Verdict.Doubtful) {
      toldToRetry.add(text);
    } else {
      toldToRetry.remove(text);
    }
    if (verdict instanceof Verdict.RolledBack) {
      throw rolledBackBehind(text);
    }
    answer(record.datTxn(), verdict);
  }

  @Override
  void rollbackVoted(XaBranch branch) throws XAException {
    rolledBack(branch, engine().conclude(branch.record.datTxn(), voting.rollback(branch.record)));
  }

  @Override
  void rollbackDoubtful(XaBranch branch) throws XAException {
    rolledBack(
        branch,
        engine()
            .conclude(
                branch.work().datTxn(),
                voting.rollbackDoubtful(branch.work().datTxn(), branch.work().gids())));
  }

  private void rolledBack(XaBranch branch, Verdict verdict) throws XAException {
    if (!(verdict instanceof Verdict.Doubtful)) {
      ended(branch);
    }
    requireRolledBack(branch.text(), verdict, branch.work().datTxn());
  }

  @Override
  void rollbackElsewhere(Xid xid) throws XAException {
    String text = XidText.format(xid);
    JournalRecord record = read(text).orElseThrow(() -> XaCodes.unknownXid(text));
    boolean forgotten = record.progress().listedSinceMillis() == 0;
    if (record.state() == State.ABORTED && forgotten) {
      throw XaCodes.unknownXid(text);
    }
    requireRolledBack(
        text, engine().conclude(record.datTxn(), voting.rollback(record)), record.datTxn());
  }

  private Optional<JournalRecord> read(String text) throws XAException {
    if (engine().journal().isEmpty()) {
      return Optional.empty();
    }
    try {
      return engine().journal().get().findByXid(text);
    } catch (JournalException e) {
      throw XaCodes.of(XAException.XAER_RMFAIL, "The journal cannot be read.", e);
    }
  }

  // X1: complete, from the primary, or an exception.
  @Override
  List<Xid> recover() throws XAException {
    if (engine().journal().isEmpty()) {
      return List.of();
    }
    try {
      List<Xid> all = new ArrayList<>();
      for (RecordHead head : engine().journal().get().listed()) {
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
        || time.millis() - head.updatedMillis() < Voting.LISTED_MILLIS;
  }

  @Override
  void forgetElsewhere(Xid xid) throws XAException {
    String text = XidText.format(xid);
    JournalRecord record = read(text).orElseThrow(() -> XaCodes.unknownXid(text));
    if (record.state() == State.PREPARED || record.state() == State.ACTIVE) {
      throw notCompleted(text);
    }
    if (!engine().run(voting.forget(record.datTxn()), engine().settings().settle())) {
      throw XaCodes.unknownXid(text);
    }
  }
}
