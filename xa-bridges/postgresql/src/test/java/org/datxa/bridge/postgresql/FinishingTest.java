package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.Statement;
import java.util.UUID;
import org.datxa.lab.LabFault;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FinishingTest {
  private final StoreFixture lab = new StoreFixture();
  private int foreignRow = 100;

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void anyProcessFinishesWhatAnotherPrepared() throws Exception {
    TwoPhaseBranch one = lab.prepared(1);
    TwoPhaseBranch two = lab.prepared(2);
    one.release();
    two.release();
    assertThat(lab.store().commitPrepared(StoreFixture.gid(one))).isEqualTo(Resolution.DONE);
    assertThat(lab.store().rollbackPrepared(StoreFixture.gid(two))).isEqualTo(Resolution.DONE);
    assertThat(lab.ask("SELECT string_agg(id::text, ',') FROM item")).isEqualTo("1");
  }

  @Test
  void p1_absentGidIsJudgedByItsMarker() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    Gid gid = StoreFixture.gid(branch);
    lab.server().execute(lab.database(), "COMMIT PREPARED '" + gid + "'");
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.HEURISTIC_COMMIT);
    assertThat(lab.store().commitPrepared(gid)).isEqualTo(Resolution.DONE);
    assertThat(lab.store().rollbackPrepared(gid)).isEqualTo(Resolution.HEURISTIC_COMMIT);
    branch.release();
  }

  @Test
  void p1_absentGidWithoutMarkerIsHeuristic() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    Gid gid = StoreFixture.gid(branch);
    lab.server().execute(lab.database(), "ROLLBACK PREPARED '" + gid + "'");
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.HEURISTIC_ROLLBACK);
    assertThat(lab.store().commitPrepared(gid)).isEqualTo(Resolution.HEURISTIC_ROLLBACK);
    assertThat(lab.store().rollbackPrepared(gid)).isEqualTo(Resolution.DONE);
    branch.release();
  }

  @Test
  void tombstoneIsNoMarker() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    assertThat(lab.store().marker(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    assertThat(lab.store().commitPrepared(StoreFixture.gid(branch)))
        .isEqualTo(Resolution.HEURISTIC_ROLLBACK);
    branch.release();
  }

  @Test
  void foreignGidsAreLeftAlone() throws Exception {
    StoreFixture other = new StoreFixture();
    try (other) {
      TwoPhaseBranch mine = lab.prepared(1);
      TwoPhaseBranch elsewhere = other.prepared(1);
      String uuid = UUID.randomUUID().toString();
      prepareAs("dat:" + uuid + ":other");
      prepareAs("dat:" + uuid.toUpperCase(java.util.Locale.ROOT) + ":pg");
      prepareAs("xdat:" + uuid + ":pg");
      prepareAs("dat:nonsense");
      assertThat(lab.store().listPrepared())
          .extracting(PreparedBranch::gid)
          .containsExactly(StoreFixture.gid(mine));
      assertThatThrownBy(() -> lab.store().commitPrepared(StoreFixture.gid(elsewhere)))
          .isInstanceOf(StoreRefused.class)
          .hasMessageContaining("another database");
      assertThatThrownBy(() -> lab.store().rollbackPrepared(new Gid(UUID.randomUUID(), "other")))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(lab.preparedHere()).isEqualTo(5);
      mine.release();
      elsewhere.release();
    }
  }

  private void prepareAs(String gid) throws Exception {
    try (Connection connection = lab.server().connect(lab.database());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO item VALUES (" + ++foreignRow + ", 'f')");
      statement.execute("PREPARE TRANSACTION '" + gid + "'");
      connection.setAutoCommit(true);
    }
  }

  @Test
  void whenReplyToPrepareIsLost_answerIsUnknownAndTheGidIsSwept() throws Exception {
    lab.proxied();
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.proxy().fault(LabFault.after("PREPARE TRANSACTION").drop());
    assertThatThrownBy(() -> branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class)
        .hasMessageContaining(StoreFixture.gid(branch).text());
    assertThat(lab.store().listPrepared()).hasSize(1);
    assertThat(branch.rollbackPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.preparedHere()).isZero();
  }

  @Test
  void c1_whenReplyToCommitIsLost_settleFindsTheCommit() throws Exception {
    lab.proxied();
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.proxy().fault(LabFault.after("COMMIT").drop());
    assertThatThrownBy(() -> branch.commit(StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.APPLIED);
    branch.release();
    assertThat(lab.items()).isEqualTo(1);
  }

  @Test
  void c1_whenCommitNeverArrives_settleForbidsItForEver() throws Exception {
    lab.proxied();
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.proxy().fault(LabFault.before("COMMIT").drop());
    assertThatThrownBy(() -> branch.commit(StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    assertThatThrownBy(branch::rollback).isInstanceOf(StoreUnknown.class);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.TOMBSTONE);
    branch.release();
    assertThat(lab.items()).isZero();
  }

  @Test
  void c1_settleWaitsForTheSessionThatMayStillCommitAndGivesUpInTime() throws Exception {
    TwoPhaseBranch branch = lab.prepared(1);
    assertThatThrownBy(() -> lab.store().settle(branch.datTxn()))
        .isInstanceOf(StoreUnknown.class)
        .hasMessageContaining("55P03");
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.APPLIED);
    branch.release();
  }

  @Test
  void c1_commitAfterTheTombstoneIsRefusedAsTransient() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.store().settle(branch.datTxn());
    StoreRefused refused =
        catchThrowableOfType(StoreRefused.class, () -> branch.commit(StoreFixture.stamp(branch)));
    assertThat(refused.kind().retryable()).isTrue();
    assertThat(refused).hasMessageContaining("recovery aborted it");
    branch.release();
    assertThat(lab.items()).isZero();
  }

  @Test
  void whenReplyToCommitPreparedIsLost_theStoreFinishes() throws Exception {
    lab.proxied();
    TwoPhaseBranch branch = lab.prepared(1);
    lab.proxy().fault(LabFault.after("COMMIT PREPARED").drop());
    assertThatThrownBy(branch::commitPrepared).isInstanceOf(StoreUnknown.class);
    assertThat(branch.commitPrepared()).isEqualTo(Resolution.DONE);
    branch.release();
    assertThat(lab.items()).isEqualTo(1);
  }

  @Test
  void whenServerHangs_socketTimeoutMakesItUnknown() throws Exception {
    lab.with("socket_timeout_ms", "500").proxied();
    TwoPhaseBranch branch = lab.wrote(1);
    branch.inspect();
    lab.proxy().fault(LabFault.after("COMMIT").hang());
    assertThatThrownBy(() -> branch.commit(StoreFixture.stamp(branch)))
        .isInstanceOf(StoreUnknown.class);
    branch.release();
    assertThat(lab.store().settle(branch.datTxn())).isEqualTo(Marker.APPLIED);
  }
}
