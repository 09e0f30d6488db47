package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.datxa.lab.LabFault;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.ForeignBranch;
import org.datxa.spi.ForeignGid;
import org.datxa.spi.Resolution;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Branches that an outside manager decides without a journal. */
class ForeignBranchTest {
  private static final String PREFIX = "xa:test:";
  private static final String PREPARE = "PREPARE TRANSACTION 'xa:";

  private static int counter;

  private final StoreFixture lab = new StoreFixture();
  private final ForeignGid gid = new ForeignGid(PREFIX + System.nanoTime() + "-" + counter++);

  @AfterEach
  void close() {
    lab.close();
  }

  private ForeignBranch prepared(int id) throws Exception {
    ForeignBranch branch = lab.wrote(id);
    branch.inspect();
    branch.prepareForeign(gid);
    return branch;
  }

  @Test
  void x5_preparedIsListedAndCommittedFromAnywhereWithoutAMarker() throws Exception {
    ForeignBranch branch = prepared(1);
    branch.release();
    assertThat(lab.items()).isZero();
    assertThat(lab.store().listForeign(PREFIX)).containsExactly(gid);
    assertThat(lab.store().listPrepared()).isEmpty();
    assertThat(lab.another("pg2").commitForeign(gid)).contains(Resolution.DONE);
    assertThat(lab.items()).isEqualTo(1);
    assertThat(lab.ask("SELECT count(*) FROM datxa.dat_applied")).isEqualTo("0");
    assertThat(lab.store().commitForeign(gid)).isEmpty();
    assertThat(lab.store().rollbackForeign(gid)).isEmpty();
    assertThat(lab.store().listForeign(PREFIX)).isEmpty();
  }

  @Test
  void x5_rolledBack_nothingIsLeft() throws Exception {
    prepared(1).release();
    assertThat(lab.store().rollbackForeign(gid)).contains(Resolution.DONE);
    assertThat(lab.items()).isZero();
    assertThat(lab.preparedHere()).isZero();
  }

  @Test
  void x5_anIdentityThatIsTakenIsRefusedAndTheFirstStays() throws Exception {
    prepared(1).release();
    ForeignBranch second = lab.wrote(2);
    second.inspect();
    assertThatThrownBy(() -> second.prepareForeign(gid)).isInstanceOf(StoreRefused.class);
    second.release();
    assertThat(lab.store().commitForeign(gid)).contains(Resolution.DONE);
    assertThat(lab.ask("SELECT string_agg(id::text, ',') FROM item")).isEqualTo("1");
  }

  @Test
  void x5_branchesOfAnotherDatabaseAreNeitherListedNorTouched() throws Exception {
    try (StoreFixture other = new StoreFixture()) {
      prepared(1).release();
      assertThat(other.store().listForeign(PREFIX)).isEmpty();
      assertThatThrownBy(() -> other.store().rollbackForeign(gid))
          .isInstanceOf(StoreException.class);
      assertThat(lab.store().rollbackForeign(gid)).contains(Resolution.DONE);
    }
  }

  @Test
  void x5_whenReplyToPrepareIsLost_itIsRolledBackAfterTheSessionHasEnded() throws Exception {
    lab.proxied();
    ForeignBranch branch = lab.wrote(1);
    branch.inspect();
    lab.proxy().fault(LabFault.after(PREPARE).drop());
    assertThatThrownBy(() -> branch.prepareForeign(gid)).isInstanceOf(StoreUnknown.class);
    assertThat(lab.preparedHere()).isEqualTo(1);
    branch.rollbackDoubtful();
    assertThat(lab.preparedHere()).isZero();
    branch.rollbackDoubtful();
    branch.release();
  }

  @Test
  void x5_whileTheSessionMayStillPrepare_itIsNotCalledRolledBack() throws Exception {
    ForeignBranch branch = lab.with("socket_timeout_ms", "500").proxied().wrote(1);
    branch.inspect();
    lab.proxy().fault(LabFault.before(PREPARE).hang());
    assertThatThrownBy(() -> branch.prepareForeign(gid)).isInstanceOf(StoreUnknown.class);
    if (lab.ask(
            "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND"
                + " datname = current_database()")
        .equals("1")) {
      assertThatThrownBy(branch::rollbackDoubtful).isInstanceOf(StoreUnknown.class);
    }
    lab.proxy().dropAll();
    await().untilAsserted(branch::rollbackDoubtful);
    assertThat(lab.preparedHere()).isZero();
    branch.release();
  }

  @Test
  void x5_whenReplyToCommitIsLost_theNextOneFindsNothing() throws Exception {
    lab.proxied();
    prepared(1).release();
    lab.proxy().fault(LabFault.after("COMMIT PREPARED").drop());
    assertThatThrownBy(() -> lab.store().commitForeign(gid)).isInstanceOf(StoreUnknown.class);
    assertThat(lab.store().commitForeign(gid)).isEmpty();
    assertThat(lab.items()).isEqualTo(1);
  }

  @Test
  void x5_aConstraintThatFailsAtPrepareIsRefusedAndNothingIsLeft() throws Exception {
    lab.store();
    lab.server()
        .execute(
            lab.database(), "ALTER TABLE item ADD UNIQUE (name) DEFERRABLE INITIALLY DEFERRED");
    lab.server().execute(lab.database(), "INSERT INTO item VALUES (9, 'x')");
    ForeignBranch branch = lab.wrote(1);
    branch.inspect();
    assertThatThrownBy(() -> branch.prepareForeign(gid))
        .isInstanceOfSatisfying(
            StoreRefused.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.CONSTRAINT));
    branch.release();
    assertThat(lab.preparedHere()).isZero();
  }
}
