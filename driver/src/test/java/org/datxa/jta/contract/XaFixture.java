package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.awaitility.Awaitility;
import org.datxa.DatXA;
import org.datxa.bridge.XidGid;
import org.datxa.jta.HandManager;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;

/**
 * Real stores behind one resource, with a proxy before whatever is PostgreSQL. It can begin a
 * branch with work, look whether the work is visible, break connections, and start as anew.
 */
final class XaFixture {
  private static final AtomicLong IDS = new AtomicLong(1);

  private static final String FIRST_RECORD = "dat_journal.? \\(dat_txn";
  private static final String LATER_RECORD = "UPDATE .{0,3}datxa.{0,5}dat_journal";

  final TestDeployment lab = new TestDeployment();
  final LabProxy proxy = Lab.shared().newPostgresProxy();
  final List<StorePart> parts;
  final boolean journaled;
  private final HandManager manager = new HandManager();
  private DatXA datxa;

  XaFixture(String shape, boolean journaled, List<StorePart> parts) {
    this.parts = parts;
    this.journaled = journaled;
    lab.set("shape", shape).set("settle_ms", "300").set("timeout_ms", "77000");
    parts.forEach(part -> part.configure(lab, proxy));
    if (journaled) {
      lab.journal();
      lab.journalAt(proxy.through(lab.url("journal")));
    }
  }

  synchronized DatXA datxa() {
    if (datxa == null) {
      datxa = lab.start(manager);
    }
    return datxa;
  }

  HandManager manager() {
    return manager;
  }

  /** A new instance, as a manager's recovery gets it. */
  XAResource fresh() {
    return datxa().recoveryResource();
  }

  /** Everything that was in memory is gone, as after a crash of the application. */
  synchronized void restart() {
    if (datxa != null) {
      datxa.close();
      datxa = null;
    }
  }

  /** Nothing that a test did to the way to the servers outlives it. */
  void reset() {
    mend();
    parts.forEach(StorePart::heal);
    if (manager.getTransaction() != null) {
      manager.leave();
    }
    Awaitility.await().ignoreExceptionsMatching(XaFixture::asksToTryAgain).until(this::dropAll);
  }

  /** What a manager takes for "ask again": the last test may have left dead connections. */
  private static boolean asksToTryAgain(Throwable thrown) {
    return thrown instanceof XAException it && it.errorCode == XAException.XAER_RMFAIL;
  }

  private boolean dropAll() throws XAException {
    for (Xid left : fresh().recover(XAResource.TMSTARTRSCAN)) {
      drop(left);
    }
    return true;
  }

  // Only a test that failed leaves something behind.
  private void drop(Xid left) throws XAException {
    try {
      fresh().rollback(left);
    } catch (XAException e) {
      if (e.errorCode != XAException.XAER_NOTA) {
        fresh().forget(left);
      }
    }
  }

  /** The server that decides does not answer any more. */
  void cut() {
    loseAll();
    proxy.dropAll();
  }

  /** No request reaches the server that decides. */
  void loseAll() {
    fault(LabFault.before(".").drop().always());
  }

  private void fault(LabFault fault) {
    drevo().ifPresentOrElse(it -> it.fault(fault), () -> proxy.fault(fault));
  }

  void mend() {
    proxy.clearFaults();
    parts.forEach(StorePart::clearFaults);
  }

  /** The request of a vote, or its answer, is lost. */
  void loseVote(XaWork work, boolean itself) {
    String match =
        drevo()
            .map(it -> it.statement("tx.prepare"))
            .orElseGet(() -> journaled ? FIRST_RECORD : "PREPARE TRANSACTION '" + gid(work));
    LabFault fault = itself ? LabFault.before(match) : LabFault.after(match);
    fault(journaled ? fault.drop().always() : fault.drop());
  }

  /** The answer to the second phase is lost after it took effect. */
  void loseDecision(XaWork work) {
    String match =
        drevo()
            .map(it -> it.statement("tx.(commit|rollback)Prepared"))
            .orElseGet(() -> journaled ? LATER_RECORD : " PREPARED '" + gid(work));
    LabFault fault = LabFault.after(match);
    fault(journaled ? fault.drop().always() : fault.drop());
  }

  /** The answer to a commit in one phase is lost, and cannot be settled. */
  void loseOnePhase() {
    Optional<DrevoPart> drevo = drevo();
    if (drevo.isPresent()) {
      String commit = drevo.get().commit();
      fault(LabFault.after(commit).drop().always());
      fault(LabFault.before(drevo.get().statement("MATCH .m:DatApplied")).drop().always());
    } else {
      fault(LabFault.after(journaled ? FIRST_RECORD : "dat_applied").drop().always());
    }
  }

  /** A branch whose connections have carried nothing yet that a fault could take for its own. */
  XaWork beginOnNewConnections() throws Exception {
    restart();
    return begin();
  }

  private String gid(XaWork work) {
    return XidGid.of(parts.get(0).store, work.xid()).text();
  }

  static long nextId() {
    return IDS.getAndIncrement();
  }

  XaWork begin() throws Exception {
    return begin(Xids.next());
  }

  XaWork begin(Xid xid) throws Exception {
    return begin(xid, nextId());
  }

  private XaWork begin(Xid xid, long id) throws Exception {
    datxa();
    manager.begin(xid);
    for (StorePart part : parts) {
      part.write(datxa(), id);
    }
    return new XaWork(this, manager.leave(), id);
  }

  /** A branch in which nothing was changed. */
  XaWork beginReading() throws Exception {
    datxa();
    manager.begin(Xids.next());
    for (StorePart part : parts) {
      part.read(datxa());
    }
    return new XaWork(this, manager.leave(), 0);
  }

  /** A branch that a store will refuse to prepare. */
  XaWork beginDoomed() throws Exception {
    long id = nextId();
    parts.get(0).doomBefore(id);
    XaWork work = begin(Xids.next(), id);
    parts.get(0).doomAfter();
    return work;
  }

  /** Whether the work is in every store; it must never be in some only, for long. */
  boolean isVisible(long id) {
    Awaitility.await()
        .untilAsserted(
            () -> {
              boolean first = parts.get(0).has(id);
              if (parts.stream().anyMatch(part -> part.has(id) != first)) {
                datxa().recover();
              }
              assertThat(parts.stream().map(part -> part.has(id)).distinct())
                  .as("in all stores or in none")
                  .hasSize(1);
            });
    return parts.get(0).has(id);
  }

  void awaitVisible(long id) {
    Awaitility.await()
        .untilAsserted(
            () -> {
              datxa().recover();
              assertThat(parts).allMatch(part -> part.has(id));
            });
  }

  Optional<PostgresPart> postgres() {
    return first(PostgresPart.class);
  }

  Optional<DrevoPart> drevo() {
    return first(DrevoPart.class);
  }

  /** The store that can prepare. */
  Optional<PreparingPart> preparing() {
    return first(PreparingPart.class);
  }

  private <T extends StorePart> Optional<T> first(Class<T> kind) {
    return parts.stream().filter(kind::isInstance).map(kind::cast).findFirst();
  }

  /** All sessions end in the servers. */
  void killSessions() {
    preparing().ifPresent(PreparingPart::killSessions);
  }

  long openTransactions() {
    return preparing().map(PreparingPart::openTransactions).orElse(0L);
  }

  /** How many transactions the servers hold prepared. */
  long preparedInStores() {
    return preparing().map(PreparingPart::prepared).orElse(0L);
  }
}
