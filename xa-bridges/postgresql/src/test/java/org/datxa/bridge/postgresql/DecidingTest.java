package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.datxa.lab.LabFault;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Marker;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A branch whose COMMIT carries the decision of a journal; here a journal of one table. */
class DecidingTest {
  private final StoreFixture lab = new StoreFixture();

  @BeforeEach
  void journal() {
    lab.server()
        .execute(
            lab.database(),
            "CREATE TABLE journal (dat_txn uuid PRIMARY KEY, sync text, statement text, idle text)");
  }

  @AfterEach
  void close() {
    lab.close();
  }

  /** A branch that wrote and was asked whether it did. */
  private TwoPhaseBranch inspected() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    return branch;
  }

  private static void decide(TwoPhaseBranch branch) throws StoreException {
    branch.commitDeciding(
        StoreFixture.stamp(branch), connection -> run(connection, insert(branch)));
  }

  private TwoPhaseBranch decided() throws Exception {
    TwoPhaseBranch branch = inspected();
    decide(branch);
    branch.release();
    return branch;
  }

  private static StoreRefused refused(TwoPhaseBranch branch) {
    StoreRefused refused = catchThrowableOfType(StoreRefused.class, () -> decide(branch));
    assertThat(refused.kind()).isEqualTo(ErrorKind.TRANSIENT);
    return refused;
  }

  private static String insert(TwoPhaseBranch branch) {
    return "INSERT INTO journal VALUES ('"
        + branch.datTxn()
        + "', current_setting('synchronous_commit'), current_setting('statement_timeout'),"
        + " current_setting('idle_in_transaction_session_timeout'))";
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void dataMarkerAndDecisionAreOneCommit() throws Exception {
    TwoPhaseBranch branch = decided();
    assertThat(lab.items()).isEqualTo(1);
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.APPLIED);
    assertThat(lab.ask("SELECT dat_txn FROM journal")).isEqualTo(branch.datTxn().toString());
  }

  @ParameterizedTest
  @CsvSource({"off, on", "local, on", "remote_write, on", "on, on", "remote_apply, remote_apply"})
  void j7_synchronousCommitIsRaisedAndNeverLowered(String usual, String expected) throws Exception {
    lab.server()
        .execute(
            "postgres", "ALTER DATABASE " + lab.database() + " SET synchronous_commit = " + usual);
    decided();
    assertThat(lab.ask("SELECT sync FROM journal")).isEqualTo(expected);
  }

  @Test
  void j7_synchronousCommitIsRaisedBeforePrepareToo() throws Exception {
    lab.server()
        .execute("postgres", "ALTER DATABASE " + lab.database() + " SET synchronous_commit = off");
    lab.store();
    lab.server()
        .execute(
            lab.database(),
            "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " INSERT INTO journal VALUES (NEW.dat_txn, current_setting('synchronous_commit'),"
                + " '', ''); RETURN NEW; END $$; CREATE CONSTRAINT TRIGGER note AFTER INSERT ON"
                + " datxa.dat_applied DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
                + " EXECUTE FUNCTION note()");
    TwoPhaseBranch branch = lab.prepared(1);
    branch.commitPrepared();
    branch.release();
    assertThat(lab.ask("SELECT sync FROM journal")).isEqualTo("on");
  }

  @Test
  void j7_decisionHasNoStatementTimeout() throws Exception {
    decided();
    assertThat(lab.ask("SELECT statement FROM journal")).isEqualTo("0");
  }

  @Test
  void c4_decidingTransactionMayNotIdleForEver() throws Exception {
    lab.with("idle_in_transaction_timeout_ms", "7000");
    decided();
    assertThat(lab.ask("SELECT idle FROM journal")).isEqualTo("7s");
  }

  @Test
  void c4_whatIdlesTooLongIsEndedByTheServerAndRefused() throws Exception {
    lab.with("idle_in_transaction_timeout_ms", "100");
    TwoPhaseBranch branch = inspected();
    org.awaitility.Awaitility.await()
        .until(
            () ->
                "0"
                    .equals(
                        lab.ask(
                            "SELECT count(*) FROM pg_stat_activity WHERE datname ="
                                + " current_database() AND state = 'idle in transaction'")));
    refused(branch);
    branch.release();
    assertThat(lab.items()).isZero();
  }

  @Test
  void whenRecoveryAbortedFirst_allIsRolledBackAndMayRunAgain() throws Exception {
    TwoPhaseBranch branch = inspected();
    lab.server().execute(lab.database(), insert(branch));
    assertThat(refused(branch)).hasMessageContaining("Recovery aborted it first");
    branch.release();
    assertThat(lab.items()).isZero();
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.ABSENT);
  }

  @Test
  void p3_whenTheDecisionHidesAFailure_nothingIsCommitted() throws Exception {
    TwoPhaseBranch branch = inspected();
    assertThatThrownBy(
            () ->
                branch.commitDeciding(
                    StoreFixture.stamp(branch),
                    connection ->
                        assertThatThrownBy(() -> run(connection, "SELECT 1 / 0"))
                            .isInstanceOf(SQLException.class)))
        .isInstanceOf(StoreRefused.class);
    branch.release();
    assertThat(lab.items()).isZero();
  }

  @Test
  void whenTheDecisionThrows_nothingIsCommitted() throws Exception {
    TwoPhaseBranch branch = inspected();
    assertThatThrownBy(
            () ->
                branch.commitDeciding(
                    StoreFixture.stamp(branch),
                    connection -> {
                      throw new IllegalStateException("broken");
                    }))
        .isInstanceOf(IllegalStateException.class);
    branch.release();
    assertThat(lab.items()).isZero();
  }

  @Test
  void whenReplyToTheDecisionIsLost_answerIsUnknown() throws Exception {
    lab.proxied();
    TwoPhaseBranch branch = inspected();
    lab.proxy().fault(LabFault.after("\\x00COMMIT\\x00").drop());
    assertThatThrownBy(() -> decide(branch)).isInstanceOf(StoreUnknown.class);
    branch.release();
    assertThat(lab.ask("SELECT count(*) FROM journal")).isEqualTo("1");
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.APPLIED);
  }

  @Test
  void whenConnectionBreaksBeforeCommit_nothingIsCommittedForCertain() throws Exception {
    lab.proxied();
    TwoPhaseBranch branch = inspected();
    lab.proxy().fault(LabFault.before("INSERT INTO journal").drop());
    refused(branch);
    branch.release();
    assertThat(lab.items()).isZero();
  }

  @Test
  void decisionWorksAtEveryIsolationLevel() throws Exception {
    int row = 0;
    for (int level :
        new int[] {
          Connection.TRANSACTION_READ_COMMITTED,
          Connection.TRANSACTION_REPEATABLE_READ,
          Connection.TRANSACTION_SERIALIZABLE
        }) {
      TwoPhaseBranch branch = lab.begin();
      try (Connection connection = lab.connection()) {
        connection.setTransactionIsolation(level);
      }
      lab.work("INSERT INTO item VALUES (" + ++row + ", 'a')");
      branch.inspect();
      decide(branch);
      branch.release();
    }
    try (Connection connection = lab.server().connect(lab.database());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM journal")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(3);
    }
  }
}
