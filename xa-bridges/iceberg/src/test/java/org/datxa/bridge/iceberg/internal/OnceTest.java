package org.datxa.bridge.iceberg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.datxa.bridge.iceberg.internal.FaultyCatalog.Fault;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules K1 and K3: applied once, whatever happens to the answers. */
class OnceTest {
  private StoreFixture fixture;

  @BeforeEach
  void open() {
    FaultyCatalog.FAULTS.clear();
    FaultyCatalog.HELD.clear();
    fixture = new StoreFixture("catalog.catalog-impl", FaultyCatalog.class.getName());
    fixture.createOrders();
  }

  @AfterEach
  void close() {
    FaultyCatalog.FAULTS.clear();
    fixture.close();
  }

  private DecidedBranch staged() throws StoreException {
    return fixture.staged("shop.orders", StoreFixture.orders(2));
  }

  private void assertOneCopy() {
    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L);
    assertThat(fixture.snapshots("shop.orders")).hasSize(1);
    assertThat(fixture.dataFiles("shop.orders")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOSE_REPLY", "LAND_THEN_CONFLICT"})
  void k1_whenReplyIsLostAfterTheCommitLanded_ownAttemptIsSuccess(Fault fault)
      throws StoreException {
    DecidedBranch branch = staged();
    FaultyCatalog.FAULTS.add(fault);

    fixture.apply(branch);

    assertOneCopy();
    fixture.apply(branch);
    assertOneCopy();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOSE_REPLY", "LAND_THEN_CONFLICT"})
  void k1_whenTheInnerRetryConflicts_nothingOfTheCommittedSnapshotIsDeleted(Fault fault)
      throws StoreException {
    fixture.apply(fixture.staged("shop.orders", List.of(StoreFixture.order(9))));
    DecidedBranch branch = staged();
    FaultyCatalog.FAULTS.add(fault);
    FaultyCatalog.FAULTS.add(Fault.CONFLICT);

    fixture.apply(branch);

    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L, 9L);
    Table table = fixture.table("shop.orders");
    assertThat(table.currentSnapshot().allManifests(table.io())).hasSize(2);
  }

  @Test
  void k3_whenAnErrorEndsACommitThatLanded_itsFilesStay() throws StoreException {
    DecidedBranch branch = staged();
    FaultyCatalog.FAULTS.add(Fault.LAND_THEN_ERROR);

    assertThatThrownBy(() -> fixture.apply(branch)).isInstanceOf(OutOfMemoryError.class);

    assertOneCopy();
    fixture.apply(branch);
    assertOneCopy();
  }

  @Test
  void k3_whenTheCommitThatLandedWasRolledBackBeforeTheLook_itsFilesStay() throws Exception {
    fixture.apply(fixture.staged("shop.orders", List.of(StoreFixture.order(9))));
    DecidedBranch branch = staged();
    FaultyCatalog.FAULTS.add(Fault.LAND_THEN_ROLLED_BACK);

    fixture.apply(branch);

    assertThat(fixture.column("shop.orders", "id")).containsExactly(9L);
    Table table = fixture.table("shop.orders");
    Snapshot newest = fixture.snapshots("shop.orders").get(1);
    table.manageSnapshots().setCurrentSnapshot(newest.snapshotId()).commit();
    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L, 9L);
  }

  @Test
  void k1_whenTheTableCannotBeReadAfterALostReply_nothingIsCleaned() throws StoreException {
    DecidedBranch branch = staged();
    FaultyCatalog.FAULTS.add(Fault.LOSE_REPLY_AND_NEXT_READ);

    fixture.apply(branch); // the second look succeeds

    assertOneCopy();
  }

  @Test
  void k1_whenNothingIsKnown_isUnknownAndKeepsItsFilesAndTheNextApplyFinishes()
      throws StoreException {
    DecidedBranch branch = staged();
    FaultyCatalog.FAULTS.add(Fault.DROP);

    assertThatThrownBy(() -> fixture.apply(branch)).isInstanceOf(StoreUnknown.class);
    assertThat(fixture.dataFiles("shop.orders")).hasSize(1);
    assertThat(fixture.snapshots("shop.orders")).isEmpty();

    fixture.apply(branch);
    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L);
    assertThat(fixture.snapshots("shop.orders")).hasSize(1);
  }

  @Test
  void k1_whenAHeldCommitArrivesAfterAnotherApply_itTakesNoEffect() throws StoreException {
    DecidedBranch branch = staged();
    FaultyCatalog.FAULTS.add(Fault.HOLD);
    assertThatThrownBy(() -> fixture.apply(branch)).isInstanceOf(StoreUnknown.class);
    fixture.apply(branch);

    Runnable late = FaultyCatalog.HELD.remove();
    assertThatThrownBy(late::run).isInstanceOf(CommitFailedException.class);

    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L);
    assertThat(fixture.snapshots("shop.orders")).hasSize(1);
  }

  @Test
  void k1_whenAHeldCommitArrivesFirst_theNextApplyFindsIt() throws StoreException {
    DecidedBranch branch = staged();
    FaultyCatalog.FAULTS.add(Fault.HOLD);
    assertThatThrownBy(() -> fixture.apply(branch)).isInstanceOf(StoreUnknown.class);

    FaultyCatalog.HELD.remove().run();
    fixture.apply(branch);

    assertOneCopy();
  }

  @Test
  void k1_whenSomebodyElseWasFirst_aFreshAttemptFollowsAndTheLostOneLeavesNoManifest()
      throws StoreException {
    DecidedBranch branch = staged();
    FaultyCatalog.FAULTS.add(Fault.CONFLICT);
    FaultyCatalog.FAULTS.add(Fault.CONFLICT);

    fixture.apply(branch);

    assertOneCopy();
    long manifests =
        fixture.metadataFiles("shop.orders").stream()
            .filter(file -> file.toString().endsWith(".avro"))
            .count();
    assertThat(manifests).isEqualTo(2); // one list, one manifest
  }

  @Test
  void k1_whenEightFinishersRace_thereIsOneSnapshot() throws Exception {
    DecidedBranch branch = staged();

    race(8, branch);

    assertOneCopy(); // K3: the losers' files are gone
  }

  /** Each of the threads has a store of its own, as other processes would. */
  private void race(int threads, DecidedBranch branch) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(
            pool.submit(
                () -> {
                  try (IcebergStore other = fixture.another()) {
                    other.check();
                    barrier.await();
                    other.apply(branch, 0, StoreFixture.CLAIM);
                  }
                  return null;
                }));
      }
      for (Future<Void> one : all) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void k1_whenSnapshotsExpired_thePropertyStillTells() throws StoreException {
    DecidedBranch branch = staged();
    fixture.apply(branch);
    fixture.apply(fixture.staged("shop.orders", List.of(StoreFixture.order(9))));
    fixture
        .table("shop.orders")
        .expireSnapshots()
        .expireOlderThan(Long.MAX_VALUE)
        .retainLast(1)
        .commit();
    assertThat(fixture.snapshots("shop.orders")).hasSize(1);

    assertThat(fixture.store().probe(branch).marked()).isTrue();
    fixture.apply(branch);

    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L, 9L);
  }

  @Test
  void k1_whenThePropertyWasRemoved_theSummaryStillTells() throws StoreException {
    DecidedBranch branch = staged();
    fixture.apply(branch);
    String property = "dat.applied." + branch.gid().datTxn();
    fixture.table("shop.orders").updateProperties().remove(property).commit();

    fixture.apply(branch);

    assertOneCopy();
  }

  @Test
  void k3_whenAnotherFinisherWasFirst_ownFileIsDeletedAndTheirsStays() throws StoreException {
    DecidedBranch branch = staged();
    FaultyCatalog.FAULTS.add(Fault.HOLD);
    assertThatThrownBy(() -> fixture.apply(branch)).isInstanceOf(StoreUnknown.class);
    Set<Path> kept = fixture.dataFiles("shop.orders");
    // the second finisher loses against the first one, whose commit arrives just before
    FaultyCatalog.FAULTS.add(Fault.LET_HELD_ARRIVE);
    fixture.apply(branch);

    assertThat(fixture.dataFiles("shop.orders")).isEqualTo(kept);
    assertOneCopy();
  }
}
