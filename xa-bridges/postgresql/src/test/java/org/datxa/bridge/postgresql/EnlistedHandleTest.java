package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Array;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.datxa.spi.TwoPhaseBranch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

class EnlistedHandleTest {
  private final StoreFixture lab = new StoreFixture();

  @AfterEach
  void close() {
    lab.close();
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25000"));
  }

  /** Refused for as long as the transaction goes on, and it says why and which it is. */
  private static void assertNotEnded(TwoPhaseBranch branch, ThrowingCallable call) {
    assertRefused(call);
    assertThatThrownBy(call)
        .hasMessageContaining("is refused: the connection takes part in the transaction")
        .hasMessageContaining(branch.datTxn().toString());
  }

  @Test
  void connectionsTakenAndClosedManyTimes_areOneBranch() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    lab.work("INSERT INTO item VALUES (1, 'a')");
    Connection one = lab.connection();
    try (Connection two = lab.connection()) {
      assertThat(pid(one)).isEqualTo(pid(two));
      one.close();
      one.close();
      assertThat(one.isClosed()).isTrue();
      assertThatThrownBy(one::createStatement).isInstanceOf(SQLException.class);
      try (Statement statement = two.createStatement();
          ResultSet rows = statement.executeQuery("SELECT count(*) FROM item")) {
        rows.next();
        assertThat(rows.getInt(1)).isEqualTo(1);
      }
    }
    branch.inspect();
    branch.commit(StoreFixture.stamp(branch));
    branch.release();
    assertThat(lab.items()).isEqualTo(1);
  }

  private static int pid(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Test
  void endingTheTransactionOnTheHandleIsRefused() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    try (Connection handle = lab.connection()) {
      assertNotEnded(branch, handle::commit);
      assertNotEnded(branch, handle::rollback);
      assertNotEnded(branch, () -> handle.setAutoCommit(true));
      assertNotEnded(branch, () -> handle.setAutoCommit(false));
      assertNotEnded(branch, handle::setSavepoint);
      assertNotEnded(branch, () -> handle.setSavepoint("a"));
      assertNotEnded(branch, () -> handle.abort(Runnable::run));
      assertThat(handle.getAutoCommit()).isFalse();
    }
    assertThat(lab.participation().isRollbackOnly()).isFalse();
    branch.inspect();
    branch.commit(StoreFixture.stamp(branch));
    branch.release();
    assertThat(lab.items()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"COMMIT", "rollback", "BEGIN", "SELECT 1; /**/ COMMIT", "SAVEPOINT a"})
  void endingTheTransactionAsTextIsRefused(String sql) throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    try (Connection handle = lab.connection();
        Statement statement = handle.createStatement()) {
      assertNotEnded(branch, () -> statement.execute(sql));
      assertNotEnded(branch, () -> statement.executeUpdate(sql));
      assertNotEnded(branch, () -> statement.addBatch(sql));
      assertNotEnded(branch, () -> handle.prepareStatement(sql));
      assertNotEnded(branch, () -> handle.prepareCall(sql));
    }
    branch.rollback();
    branch.release();
  }

  @Test
  void whatCameFromAClosedHandleRefuses_thoughItsTransactionGoesOn() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    Connection handle = lab.connection();
    java.sql.DatabaseMetaData metaData = handle.getMetaData();
    Statement statement = handle.createStatement();
    PreparedStatement prepared = handle.prepareStatement("INSERT INTO item VALUES (1, 'a')");
    ResultSet rows = statement.executeQuery("SELECT 1");
    handle.close();
    ThrowingCallable[] calls = {
      () -> metaData.getTables(null, null, "item", null),
      () -> statement.execute("SELECT 1"),
      prepared::execute,
      rows::next,
      handle::commit,
      handle::getMetaData,
      () -> handle.setAutoCommit(true)
    };
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(SQLException.class);
    }
    lab.work("INSERT INTO item VALUES (2, 'a')");
    branch.inspect();
    branch.commit(StoreFixture.stamp(branch));
    branch.release();
    assertThat(lab.items()).isEqualTo(1);
  }

  @Test
  void transactionEndedBehindTheText_isFoundByInspect() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.work("RESET ALL"); // forgets what was set for this transaction, as its end would
    assertThatThrownBy(branch::inspect).hasMessageContaining("no longer the one that was begun");
    branch.release();
    assertThat(lab.items()).isZero();
  }

  @Test
  void failedStatementMakesTheTransactionRollbackOnly() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    assertThatThrownBy(() -> lab.work("SELECT 1 / 0"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"));
    assertThat(lab.participation().causes()).hasSize(1);
    assertRefused(lab::connection);
    branch.rollback();
    branch.release();
  }

  @Test
  void handleOfAnotherTransactionIsRefused() throws Exception {
    TwoPhaseBranch outer = lab.wrote(1);
    try (Connection handle = lab.connection();
        Statement statement = handle.createStatement();
        PreparedStatement prepared = handle.prepareStatement("SELECT 1")) {
      TwoPhaseBranch inner = lab.begin();
      assertRefused(() -> statement.execute("SELECT 1"));
      assertRefused(prepared::executeQuery);
      assertRefused(handle::createStatement);
      assertRefused(() -> handle.getMetaData().getTables(null, null, "item", null));
      lab.participation().enter(null);
      assertRefused(() -> statement.execute("SELECT 1"));
      lab.participation().enter(outer);
      statement.execute("SELECT 1");
      inner.release();
    }
    outer.rollback();
    outer.release();
  }

  @Test
  void handleOfAnEndedTransactionRefusesAllButClose() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    Connection handle = lab.connection();
    Statement statement = handle.createStatement();
    branch.rollback();
    branch.release();
    assertRefused(() -> statement.execute("SELECT 1"));
    assertRefused(handle::createStatement);
    statement.close();
    handle.close();
  }

  @Test
  void nothingLeadsToTheConnectionBelow() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    try (Connection handle = lab.connection();
        Statement statement = handle.createStatement();
        ResultSet rows = statement.executeQuery("SELECT ARRAY[1, 2], 1")) {
      rows.next();
      Array array = rows.getArray(1);
      assertThat(statement.getConnection()).isSameAs(handle);
      assertThat(rows.getStatement()).isSameAs(statement);
      assertThat(handle.getMetaData().getConnection()).isSameAs(handle);
      assertThat(((Array) rows.getObject(1)).getResultSet().getStatement()).isNull();
      assertThat(array.getResultSet().getStatement()).isNull();
      assertThat((Object[]) array.getArray()).containsExactly(1, 2);
      try (ResultSet tables = handle.getMetaData().getTables(null, null, "item", null)) {
        assertThat(tables.next()).isTrue();
        assertThat(tables.getStatement()).isNull();
      }
      assertThatThrownBy(() -> handle.unwrap(PGConnection.class)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> statement.unwrap(org.postgresql.PGStatement.class))
          .isInstanceOf(SQLException.class);
      assertThat(handle.isWrapperFor(PGConnection.class)).isFalse();
      assertThat(handle.unwrap(Connection.class)).isSameAs(handle);
    }
    branch.release();
  }

  @Test
  void arraysOfTheHandleAreParameters() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    try (Connection handle = lab.connection();
        PreparedStatement statement = handle.prepareStatement("SELECT cardinality(?::text[])")) {
      statement.setArray(1, handle.createArrayOf("text", new String[] {"a", "b,\"'"}));
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        assertThat(rows.getInt(1)).isEqualTo(2);
      }
    }
    branch.release();
  }

  @Test
  void cursorIsReadPieceByPieceAndEndsWithTheTransaction() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    Connection handle = lab.connection();
    Statement statement = handle.createStatement();
    statement.setFetchSize(2);
    ResultSet rows = statement.executeQuery("SELECT generate_series(1, 10)");
    for (int i = 0; i < 5; i++) {
      assertThat(rows.next()).isTrue();
    }
    branch.rollback();
    branch.release();
    assertRefused(rows::next);
    handle.close();
  }

  @Test
  void settingsOfTheTransactionComeBeforeItsFirstStatement() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    try (Connection handle = lab.connection()) {
      assertThat(handle.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
      handle.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      handle.setReadOnly(true);
      assertThat(handle.isReadOnly()).isTrue();
      assertThat(handle.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
      lab.work("SELECT 1");
      handle.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      handle.setReadOnly(true);
      assertThatThrownBy(
              () -> handle.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> handle.setReadOnly(false)).isInstanceOf(SQLException.class);
      assertThat(branch.inspect()).isEqualTo(TwoPhaseBranch.Work.READ_ONLY);
    }
    branch.endReading();
    branch.release();
  }

  @Test
  void readOnlyBranchRefusesWrites() throws Exception {
    TwoPhaseBranch branch = lab.begin(true);
    try (Connection handle = lab.connection()) {
      assertThat(handle.isReadOnly()).isTrue();
    }
    assertThatThrownBy(() -> lab.work("INSERT INTO item VALUES (1, 'a')"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
    branch.rollback();
    branch.release();
  }

  @Test
  void readOnlyBranchThatWasGivenAnIdWroteNothing() throws Exception {
    TwoPhaseBranch branch = lab.begin(true);
    lab.work("SELECT pg_current_xact_id()");
    assertThat(branch.inspect()).isEqualTo(TwoPhaseBranch.Work.READ_ONLY);
    branch.endReading();
    branch.release();
  }

  @Test
  void largeObjectsAreWorkOfTheirTransaction() throws Exception {
    lab.server().execute(lab.database(), "CREATE TABLE file (content oid)");
    TwoPhaseBranch branch = lab.begin();
    Connection handle = lab.connection();
    PreparedStatement insert = handle.prepareStatement("INSERT INTO file VALUES (?)");
    insert.setBlob(1, new java.io.ByteArrayInputStream(new byte[] {1, 2, 3}));
    insert.execute();
    ResultSet rows = handle.createStatement().executeQuery("SELECT content FROM file");
    rows.next();
    Blob blob = rows.getBlob(1);
    assertThat(blob.getBytes(1, 3)).containsExactly(1, 2, 3);
    branch.rollback();
    branch.release();
    assertRefused(blob::length);
    assertRefused(() -> insert.setBlob(1, new java.io.ByteArrayInputStream(new byte[] {1})));
    handle.close();
  }

  @Test
  void finishedBranchNeverBeginsAnew() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    branch.rollback();
    assertThatThrownBy(() -> branch.commit(StoreFixture.stamp(branch)))
        .isInstanceOf(org.datxa.spi.error.StoreRefused.class);
    branch.release();
  }
}
