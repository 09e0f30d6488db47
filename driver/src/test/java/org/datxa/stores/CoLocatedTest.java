package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.datxa.Commit;
import org.datxa.DatXA;
import org.datxa.Outcome;
import org.datxa.UnitOfWork;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.Aborted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The journal's row in the commit of a PostgreSQL branch, beside a second, prepared branch. */
class CoLocatedTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
      })
  void c2_theDecisionIsWrittenAtEveryIsolationLevel(int level) throws SQLException {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start();
        UnitOfWork unit = datxa.begin()) {
      try (Connection connection = datxa.dataSource("one").getConnection()) {
        connection.setTransactionIsolation(level);
        try (Statement statement = connection.createStatement()) {
          statement.executeUpdate("INSERT INTO item VALUES (1, 'x')");
          // Another transaction ends meanwhile, so that this one's snapshot is older.
          lab.execute("one", "INSERT INTO item VALUES (2, 'y')");
        }
      }
      TestDeployment.insert(datxa, "two", 1);
      assertThat(unit.commit().how()).isEqualTo(Commit.How.COMMITTED);
      assertThat(lab.items("one")).isEqualTo(2);
      assertThat(lab.items("two")).isEqualTo(1);
    }
  }

  @Test
  void j9_whenRecoveryForbadeIt_theCommitIsRefusedAndNothingIsLeft() throws SQLException {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start();
        UnitOfWork unit = written(datxa)) {
      lab.execute(
          "one",
          "INSERT INTO datxa.dat_journal SELECT '"
              + unit.datTxn()
              + "', 'ABORTED', 0, '[]', 1, 1, NULL, '0 {}'");
      assertAborted(unit, ErrorKind.TRANSIENT);
      assertNothing(lab);
    }
  }

  @Test
  void j9_whenTheWatermarkHasPassedIt_theCommitIsRefusedAndNothingIsLeft() throws SQLException {
    TestDeployment lab = two();
    try (DatXA datxa = lab.start();
        UnitOfWork unit = written(datxa)) {
      lab.execute("one", "SELECT setval('datxa.dat_journal_watermark', 4000000000000)");
      assertAborted(unit, ErrorKind.TRANSIENT);
      assertNothing(lab);
    }
  }

  @Test
  void whenADeferredConstraintFails_theCommitIsRefusedAndNothingIsLeft() throws SQLException {
    TestDeployment lab = two();
    lab.execute("one", "ALTER TABLE item ADD UNIQUE (note) DEFERRABLE INITIALLY DEFERRED");
    lab.execute("one", "INSERT INTO item VALUES (77, 'x')");
    try (DatXA datxa = lab.start();
        UnitOfWork unit = written(datxa)) {
      assertAborted(unit, ErrorKind.CONSTRAINT);
      lab.execute("one", "DELETE FROM item WHERE id = 77");
      assertNothing(lab);
    }
  }

  @Test
  void c1_whenTheAnswerIsLostAfterTheCommit_itIsFoundToBeDecided() throws SQLException {
    TestDeployment lab = two();
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.postgresAt("one", proxy.through(lab.url("one")));
      try (DatXA datxa = lab.start();
          UnitOfWork unit = written(datxa)) {
        proxy.fault(LabFault.after("dat_applied.*" + unit.datTxn()).drop());
        assertThat(unit.commit().how()).isEqualTo(Commit.How.COMMITTED);
        assertThat(datxa.outcome(unit.datTxn())).isNotEqualTo(Outcome.ABORTED);
        assertThat(lab.items("one")).isEqualTo(1);
        assertThat(lab.items("two")).isEqualTo(1);
      }
    }
  }

  @Test
  void c1_whenTheCommitNeverArrives_theTombstoneForbidsItAndAllIsRolledBack() throws SQLException {
    TestDeployment lab = two();
    try (LabProxy proxy = Lab.shared().newPostgresProxy()) {
      lab.postgresAt("one", proxy.through(lab.url("one")));
      try (DatXA datxa = lab.start();
          UnitOfWork unit = written(datxa)) {
        proxy.fault(LabFault.before("dat_applied.*" + unit.datTxn()).drop());
        assertAborted(unit, ErrorKind.TRANSIENT);
        assertThat(datxa.outcome(unit.datTxn())).isEqualTo(Outcome.ABORTED);
        assertNothing(lab);
      }
    }
  }

  private static TestDeployment two() {
    return new TestDeployment().postgres("one").postgres("two").set("journal", "store:one");
  }

  private static UnitOfWork written(DatXA datxa) throws SQLException {
    UnitOfWork unit = datxa.begin();
    TestDeployment.insert(datxa, "one", 1);
    TestDeployment.insert(datxa, "two", 1);
    return unit;
  }

  private static void assertAborted(UnitOfWork unit, ErrorKind kind) {
    assertThatThrownBy(unit::commit)
        .isInstanceOfSatisfying(
            Aborted.class, e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind));
  }

  private static void assertNothing(TestDeployment lab) {
    assertThat(lab.items("one")).isZero();
    assertThat(lab.items("two")).isZero();
    assertThat(lab.prepared("two")).isZero();
    assertThat(lab.count("one", "SELECT count(*) FROM datxa.dat_applied")).isZero();
  }
}
