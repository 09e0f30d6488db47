package org.datxa.internal.jta;

import java.util.List;
import java.util.Optional;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.bridge.XaCodes;
import org.datxa.bridge.XidGid;
import org.datxa.bridge.XidText;
import org.datxa.internal.work.Engine;
import org.datxa.internal.work.MetaTransaction.HandedOver;
import org.datxa.spi.Branch;
import org.datxa.spi.ForeignBranch;
import org.datxa.spi.ForeignStore;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch.Work;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** Transactions of a store that answers its manager itself: what it lists is all there is. X5. */
final class StoreBranches extends XaBranches {
  private static final int MOST_BROKEN = 1_000;

  private final ForeignStore store;
  private final RecentXids broken = new RecentXids(MOST_BROKEN);

  StoreBranches(Engine engine, ForeignStore store) {
    super("datxa/" + store.name() + "@" + store.appliedLocation(), engine);
    this.store = store;
  }

  @Override
  int vote(XaBranch branch) throws XAException {
    HandedOver work = branch.work().handOver().orElseThrow(() -> XaCodes.unknownXid(branch.text()));
    if (work.branches().isEmpty() && work.failure().isEmpty()) {
      ended(branch);
      return XAResource.XA_RDONLY;
    }
    work.branches().forEach(it -> branch.inStore = (ForeignBranch) it);
    if (work.failure().isPresent()) {
      throw markedForRollback(branch, work);
    }
    return prepare(branch, branch.inStore);
  }

  private XAException markedForRollback(XaBranch branch, HandedOver work) {
    Throwable failure = work.failure().orElseThrow();
    for (Branch it : work.branches()) {
      rollback(it, failure);
    }
    ended(branch);
    return XaCodes.of(
        XaCodes.rolledBackBy(failure), "It was marked for roll-back: " + branch.text(), failure);
  }

  private static void rollback(Branch it, Throwable failure) {
    try {
      it.rollback();
    } catch (StoreException e) {
      failure.addSuppressed(e); // not prepared: the session's end rolls it back
    } finally {
      it.release();
    }
  }

  private int prepare(XaBranch branch, ForeignBranch inStore) throws XAException {
    try {
      boolean wrote = inStore.inspect() == Work.WROTE;
      if (wrote) {
        inStore.prepareForeign(XidGid.of(store.name(), branch.xid()));
        branch.state = XaBranch.State.PREPARED;
      } else {
        inStore.endReading();
        ended(branch);
      }
      inStore.release();
      return wrote ? XAResource.XA_OK : XAResource.XA_RDONLY;
    } catch (StoreRefused e) { // X3: nothing is left, and that is certain
      inStore.release();
      ended(branch);
      throw XaCodes.of(e);
    } catch (StoreException e) {
      throw notAnswered(branch.text(), e);
    }
  }

  private static XAException notAnswered(String text, StoreException cause) {
    String message = cause.getMessage() + " [" + text + "]";
    return XaCodes.of(XAException.XAER_RMFAIL, message, cause);
  }

  @Override
  void commitVoted(XaBranch branch) throws XAException {
    try {
      commitElsewhere(branch.xid());
      ended(branch);
    } catch (XAException e) {
      endedUnlessRetried(branch, e);
      throw e;
    }
  }

  private void endedUnlessRetried(XaBranch branch, XAException answer) {
    if (answer.errorCode != XAException.XAER_RMFAIL) {
      ended(branch); // the store tells it again to whoever asks again
    }
  }

  // Whatever is not certain is asked again: XAER_RMERR would be taken for rolled back.
  @Override
  void commitElsewhere(Xid xid) throws XAException {
    String text = XidText.format(xid);
    try {
      requireKept(text, store.commitForeign(XidGid.of(store.name(), xid)));
    } catch (StoreException e) {
      throw notAnswered(text, e);
    }
  }

  private void requireKept(String text, Optional<Resolution> end) throws XAException {
    Resolution how = end.orElseThrow(() -> XaCodes.unknownXid(text));
    Optional<Integer> code = XaCodes.heuristic(how);
    if (code.isPresent()) {
      broken.add(text);
      String message = "Store '" + store.name() + "' broke its promise, " + how + ": " + text;
      throw XaCodes.of(code.get(), message, null);
    }
  }

  @Override
  void rollbackVoted(XaBranch branch) throws XAException {
    try {
      rollbackElsewhere(branch.xid());
      ended(branch);
    } catch (XAException e) {
      endedUnlessRetried(branch, e);
      throw e;
    }
  }

  @Override
  void rollbackDoubtful(XaBranch branch) throws XAException {
    ForeignBranch inStore = branch.inStore;
    try {
      inStore.rollbackDoubtful();
      inStore.release();
      ended(branch);
    } catch (StoreException e) {
      throw notAnswered(branch.text(), e);
    }
  }

  @Override
  void rollbackElsewhere(Xid xid) throws XAException {
    String text = XidText.format(xid);
    try {
      requireKept(text, store.rollbackForeign(XidGid.of(store.name(), xid)));
    } catch (StoreException e) {
      throw notAnswered(text, e);
    }
  }

  @Override
  List<Xid> recover() throws XAException {
    try {
      return store.listForeign(XidGid.prefix(store.name())).stream()
          .flatMap(gid -> XidGid.parse(store.name(), gid).stream())
          .toList();
    } catch (StoreException e) {
      throw notAnswered("recover", e);
    }
  }

  @Override
  void forgetElsewhere(Xid xid) throws XAException {
    Xid copy = XidText.copy(xid);
    String text = XidText.format(xid);
    if (recover().contains(copy)) {
      throw notCompleted(text);
    }
    if (!broken.remove(text)) {
      throw XaCodes.unknownXid(text);
    }
  }
}
