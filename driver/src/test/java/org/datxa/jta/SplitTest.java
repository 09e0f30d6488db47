package org.datxa.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.jta.TransactionManager;
import jakarta.transaction.RollbackException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.spi.error.ConfigurationRefused;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;

/** Each store that can prepare is a resource of its own to Narayana, and the others share one. */
class SplitTest {
  private final jakarta.transaction.TransactionManager manager =
      TransactionManager.transactionManager();

  private static TestDeployment all() {
    return new TestDeployment()
        .set("shape", "split")
        .postgres("one")
        .postgres("two")
        .clickHouse("ch")
        .iceberg("lake")
        .journal();
  }

  private void work(TestDeployment lab, DatXA datxa) throws Exception {
    manager.begin();
    TestDeployment.insert(datxa, "one", 1);
    TestDeployment.insert(datxa, "two", 1);
    TestDeployment.fact(datxa, "ch", 1);
    lab.line(datxa, "lake", 1);
  }

  private static void assertEverywhere(TestDeployment lab, long count) {
    assertThat(lab.items("one")).isEqualTo(count);
    assertThat(lab.items("two")).isEqualTo(count);
    assertThat(lab.facts("ch")).isEqualTo(count);
    assertThat(lab.lines("lake")).isEqualTo(count);
    assertThat(lab.prepared("one") + lab.prepared("two")).isZero();
  }

  @Test
  void x5_theManagerDecidesBetweenThreeResources() throws Exception {
    TestDeployment lab = all();
    Set<String> enlisted = ConcurrentHashMap.newKeySet();
    DatXaBuilder builder =
        DatXA.builder()
            .properties(lab.values())
            .transactionManager(manager)
            .resources(
                (resource, name) -> {
                  enlisted.add(name);
                  return resource;
                });
    try (DatXA datxa = builder.start()) {
      work(lab, datxa);
      assertThat(enlisted).hasSize(3);
      manager.commit();
      await().untilAsserted(() -> assertEverywhere(lab, 1));
      assertThat(lab.count("journal", "SELECT count(xid) FROM datxa.dat_journal")).isEqualTo(1);
      assertThat(lab.count("one", "SELECT count(*) FROM datxa.dat_applied")).isZero();
      List<XAResource> recovery = datxa.recoveryResources();
      assertThat(recovery).hasSize(3);
      assertThat(enlisted).hasSize(3); // under the names of those that were enlisted
      for (XAResource each : recovery) {
        assertThat(each.recover(XAResource.TMSTARTRSCAN)).isEmpty();
        assertThat(recovery.stream().filter(it -> isSame(it, each))).hasSize(1);
      }
      assertThatThrownBy(datxa::recoveryResource).isInstanceOf(IllegalStateException.class);
    }
  }

  private static boolean isSame(XAResource one, XAResource two) {
    try {
      return one.isSameRM(two);
    } catch (XAException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void x5_whenAnotherResourceVotesNo_nothingIsLeftAnywhere() throws Exception {
    TestDeployment lab = all();
    try (DatXA datxa = lab.start(manager)) {
      work(lab, datxa);
      manager.getTransaction().enlistResource(new OtherResource(XAException.XA_RBROLLBACK));
      assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
      assertEverywhere(lab, 0);
    }
  }

  @Test
  void x5_whenOneStoreVotesNo_theOthersAreRolledBack() throws Exception {
    TestDeployment lab = all();
    lab.execute("two", "ALTER TABLE item ADD UNIQUE (note) DEFERRABLE INITIALLY DEFERRED");
    lab.execute("two", "INSERT INTO item VALUES (77, 'x')");
    try (DatXA datxa = lab.start(manager)) {
      work(lab, datxa);
      assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
      lab.execute("two", "DELETE FROM item");
      assertEverywhere(lab, 0);
    }
  }

  @Test
  void x5_storesThatAnswerThemselvesNeedNoJournal() throws Exception {
    TestDeployment lab = new TestDeployment().set("shape", "split").postgres("one").postgres("two");
    try (DatXA datxa = lab.start(manager)) {
      manager.begin();
      TestDeployment.insert(datxa, "one", 1);
      TestDeployment.insert(datxa, "two", 1);
      manager.commit();
      assertThat(lab.items("one") + lab.items("two")).isEqualTo(2);
    }
    TestDeployment composite = new TestDeployment().postgres("one").postgres("two");
    assertThatThrownBy(composite::start).isInstanceOf(ConfigurationRefused.class);
    TestDeployment other = new TestDeployment().set("shape", "both").postgres("one");
    assertThatThrownBy(other::start)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("split");
  }

  @Test
  void x5_aUnitOfWorkIsDecidedByTheJournalInEitherShape() throws Exception {
    TestDeployment lab = all();
    try (DatXA datxa = lab.start()) {
      datxa.call(
          unit -> {
            TestDeployment.insert(datxa, "one", 1);
            TestDeployment.insert(datxa, "two", 1);
            TestDeployment.fact(datxa, "ch", 1);
            lab.line(datxa, "lake", 1);
            return null;
          });
      await().untilAsserted(() -> assertEverywhere(lab, 1));
    }
  }
}
