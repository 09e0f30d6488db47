package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.SQLException;
import org.datxa.spi.Marker;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KilledBackendTest {
  private final StoreFixture lab = new StoreFixture();

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void atWork_transactionIsRollbackOnlyAndTransient() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.killBackends();
    assertThatThrownBy(() -> lab.work("SELECT 1")).isInstanceOf(SQLException.class);
    assertThat(lab.participation().isRollbackOnly()).isTrue();
    StoreRefused refused = catchThrowableOfType(StoreRefused.class, branch::inspect);
    assertThat(refused.kind().retryable()).isTrue();
    branch.rollback();
    branch.release();
  }

  @Test
  void atInspect_isRefusedAsTransient() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.killBackends();
    StoreRefused refused = catchThrowableOfType(StoreRefused.class, branch::inspect);
    assertThat(refused.kind().retryable()).isTrue();
    branch.release();
  }

  @Test
  void atPrepare_nothingIsPreparedWhateverTheAnswer() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.killBackends();
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)))
        .isInstanceOf(StoreException.class);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.preparedHere()).isZero();
  }

  @Test
  void atCommit_isSettledAsAborted() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.killBackends();
    assertThatThrownBy(() -> branch.commit(StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    branch.release();
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
  }

  @Test
  void afterPrepare_theStoreCommitsOnAnotherConnection() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    lab.killBackends();
    assertThatThrownBy(branch::commitPrepared).isInstanceOf(StoreUnknown.class);
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).isEqualTo(1);
  }

  @Test
  void atEndOfReading_isRefusedAsTransient() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    lab.work("SELECT 1");
    branch.inspect();
    lab.killBackends();
    StoreRefused refused = catchThrowableOfType(StoreRefused.class, branch::endReading);
    assertThat(refused.kind().retryable()).isTrue();
    branch.release();
  }

  @Test
  void deadIdleConnectionIsReplacedAtTheFirstWork() throws Exception {
    lab.wrote(1).release();
    lab.killBackends();
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    branch.commit(StoreFixture.stamp(branch));
    branch.release();
    assertThat(lab.items()).isEqualTo(1);
  }
}
