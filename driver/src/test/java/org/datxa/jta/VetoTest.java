package org.datxa.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import javax.transaction.xa.XAException;
import org.datxa.DatXA;
import org.datxa.jta.HandManager.HandTransaction;
import org.datxa.lab.Lab;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;

/** What a manager hears that asks again after a vote of no. */
class VetoTest {
  @Test
  void x3_whenTheJournalIsAwayAfterAVeto_aRollbackFindsNothing() throws Exception {
    HandManager manager = new HandManager();
    TestDeployment lab =
        new TestDeployment().postgres("one").postgres("two").journal().set("settle_ms", "300");
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.journalAt(proxy.through(lab.url("journal")));
      try (DatXA datxa = lab.start(manager)) {
        manager.begin();
        TestDeployment.insert(datxa, "one", 1);
        TestDeployment.insert(datxa, "two", 1);
        HandTransaction transaction = manager.leave();
        proxy.refuse();
        proxy.dropAll();
        XAException veto = catchThrowableOfType(XAException.class, transaction::prepare);
        assertThat(veto.errorCode).isBetween(XAException.XA_RBBASE, XAException.XA_RBEND);
        XAException again =
            catchThrowableOfType(
                XAException.class, () -> transaction.resource.rollback(transaction.xid));
        assertThat(again.errorCode).isEqualTo(XAException.XAER_NOTA);
      }
      assertThat(lab.items("one") + lab.items("two")).isZero();
      assertThat(lab.prepared("one") + lab.prepared("two")).isZero();
    }
  }
}
