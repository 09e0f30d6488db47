package org.datxa.atomikos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.atomikos.icatch.config.Configuration;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import javax.transaction.xa.XAException;
import org.datxa.DatXA;
import org.datxa.lab.Lab;
import org.datxa.lab.LabProxy;
import org.datxa.managers.OtherDatabase;
import org.datxa.managers.TappedResource;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DatXA beside another database in the transactions of Atomikos. */
class AtomikosTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @TempDir private Path folder;

  private final TestDeployment lab =
      new TestDeployment().postgres("pg").postgres("pg2").journal().postgres("other");
  private final OtherDatabase other = new OtherDatabase(lab.url("other"));
  private final LabProxy proxy = Lab.shared().newPostgresProxy();
  private AtomikosOnDisk atomikos;
  private TransactionManager manager;
  private DatXA datxa;
  private DatXaAtomikos registration;

  @BeforeEach
  void start() throws Exception {
    atomikos = new AtomikosOnDisk(folder, "here");
    manager = atomikos.manager();
    Properties values = lab.without("other").values();
    values.setProperty("journal", proxy.through(values.getProperty("journal")));
    datxa = DatXA.builder().properties(values).transactionManager(manager).start();
    registration = atomikos.register(datxa);
    atomikos.register(other);
    atomikos.ready();
  }

  @AfterEach
  void end() throws Exception {
    if (manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
      manager.rollback(); // the test has failed
    }
    atomikos.close();
    datxa.close();
    other.close();
    proxy.close();
  }

  private void insert(long id, TappedResource.Tap tap) throws Exception {
    TestDeployment.insert(datxa, "pg", id);
    TestDeployment.insert(datxa, "pg2", id);
    other.insert(manager, id, it -> new TappedResource(it, OtherDatabase.NAME, tap));
  }

  private void requireRows(long count) {
    assertThat(lab.items("pg")).isEqualTo(count);
    assertThat(lab.items("pg2")).isEqualTo(count);
    assertThat(lab.items("other")).isEqualTo(count);
  }

  private long prepared() {
    return lab.prepared("pg") + lab.prepared("pg2") + lab.prepared("other");
  }

  @Test
  void whenAnotherDatabaseTakesPart_bothAreCommittedOrNeither() throws Exception {
    manager.begin();
    insert(1, point -> {});
    manager.commit();
    requireRows(1);

    manager.begin();
    insert(
        2,
        point -> {
          if (point.equals("other before prepare")) {
            throw new XAException(XAException.XA_RBROLLBACK);
          }
        });
    assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
    requireRows(1);
    assertThat(prepared()).isZero();
    assertThat(atomikos.records()).isEmpty();
  }

  @Test
  void whenNotRegistered_nothingIsEnlisted() throws Exception {
    registration.close();
    registration.close();
    manager.begin();
    assertThatThrownBy(() -> TestDeployment.insert(datxa, "pg", 1))
        .isInstanceOf(Exception.class)
        .hasRootCauseInstanceOf(SystemException.class);
    manager.rollback();
    requireRows(0);
  }

  @Test
  void whenTheNameIsTaken_itIsRefused() {
    assertThatThrownBy(() -> DatXaAtomikos.register(OtherDatabase.NAME, datxa))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> DatXaAtomikos.register("ours", datxa))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whenTheJournalIsAwayAtPrepare_everythingIsRolledBack() throws Exception {
    manager.begin();
    insert(1, point -> {});
    proxy.refuse();
    proxy.dropAll();
    assertThatThrownBy(manager::commit).isInstanceOf(Exception.class);
    proxy.accept();
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              atomikos.scan();
              datxa.recover();
              assertThat(prepared()).isZero();
            });
    requireRows(0);
  }

  @Test
  void x1_whileNothingAnswersForIt_theLogIsKept() throws Exception {
    manager.begin();
    insert(
        1,
        point -> {
          if (point.equals("other after prepare")) {
            proxy.refuse();
            proxy.dropAll();
          }
        });
    assertThatThrownBy(manager::commit).isInstanceOf(Exception.class);
    assertThat(lab.prepared("pg") + lab.prepared("pg2")).isEqualTo(2);
    registration.close();
    Duration expiry = Duration.ofSeconds(10);
    await()
        .during(expiry)
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              atomikos.scan(); // also after the moment from which Atomikos acts on its log
              assertThat(atomikos.records()).hasSize(1);
            });
    assertThat(Configuration.getResource("ours")).isNotNull();

    registration = atomikos.register(datxa);
    atomikos.scan();
    assertThat(atomikos.records()).hasSize(1);
    proxy.accept();
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              atomikos.scan();
              assertThat(atomikos.records()).isEmpty();
            });
    requireRows(1);
    assertThat(prepared()).isZero();
  }
}
