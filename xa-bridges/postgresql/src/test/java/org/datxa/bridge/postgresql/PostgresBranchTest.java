package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Marker;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseBranch.Work;
import org.datxa.spi.error.StoreRefused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresBranchTest {
  private final StoreFixture lab = new StoreFixture();

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void preparedThenCommitted_workAndMarkerAreThere() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    assertThat(branch.inspect()).isEqualTo(Work.WROTE);
    branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch));
    assertThat(lab.items()).isZero();
    assertThat(lab.store().listPrepared())
        .singleElement()
        .satisfies(found -> assertThat(found.gid()).isEqualTo(StoreFixture.gid(branch)))
        .satisfies(found -> assertThat(found.ageMillis()).isBetween(0L, 600_000L));
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).isEqualTo(1);
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.APPLIED);
    assertThat(lab.store().listPrepared()).isEmpty();
  }

  @Test
  void preparedThenRolledBack_nothingIsThere() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).isZero();
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.ABSENT);
  }

  @Test
  void committedInOnePhase_workAndMarkerAreThere() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    branch.commit(StoreFixture.stamp(branch));
    branch.release();
    assertThat(lab.items()).isEqualTo(1);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.APPLIED);
  }

  @Test
  void p3_failedTransactionIsRefusedByInspectWithTheFirstReason() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    try (Connection connection = lab.connection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("INSERT INTO item VALUES (1, 'again')"))
          .isInstanceOf(SQLException.class);
    }
    StoreRefused refused = catchThrowableOfType(StoreRefused.class, branch::inspect);
    assertThat(refused.kind()).isEqualTo(ErrorKind.CONSTRAINT);
    branch.release();
  }

  @Test
  void p3_failedTransactionIsNeverPreparedOrCommitted() throws Exception {
    for (boolean prepare : new boolean[] {true, false}) {
      TwoPhaseBranch branch = lab.begin();
      assertThatThrownBy(() -> lab.work("SELECT 1 / 0")).isInstanceOf(SQLException.class);
      StoreRefused refused =
          catchThrowableOfType(StoreRefused.class, () -> StoreFixture.finish(branch, prepare));
      assertThat(refused.kind()).isEqualTo(ErrorKind.PERMANENT);
      branch.release();
      assertThat(lab.preparedHere()).isZero();
      assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.ABSENT);
    }
  }

  @Test
  void readerDropsOut() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    lab.work("SELECT * FROM item");
    assertThat(branch.inspect()).isEqualTo(Work.READ_ONLY);
    branch.endReading();
    branch.release();
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.ABSENT);
  }

  @Test
  void branchWithoutWorkIsReadOnly() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    assertThat(branch.inspect()).isEqualTo(Work.READ_ONLY);
    branch.endReading();
    branch.rollback();
    branch.release();
  }
}
