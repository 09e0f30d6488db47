package org.datxa.bridge.iceberg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.iceberg.catalog.TableIdentifier;
import org.datxa.bridge.iceberg.internal.FaultyCatalog.Fault;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreConflict;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many meta-transactions of one process for one table, finished together. */
class TogetherTest {
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private StoreFixture fixture;

  @BeforeEach
  void open() {
    FaultyCatalog.FAULTS.clear();
    FaultyCatalog.OPEN.drainPermits();
    fixture = new StoreFixture("catalog.catalog-impl", FaultyCatalog.class.getName());
    fixture.createOrders();
  }

  @AfterEach
  void close() {
    FaultyCatalog.FAULTS.clear();
    pool.shutdownNow();
    fixture.close();
  }

  private List<DecidedBranch> staged(int count) throws StoreException {
    List<DecidedBranch> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(fixture.staged("shop.orders", List.of(StoreFixture.order(i))));
    }
    return all;
  }

  private Future<?> apply(DecidedBranch branch) {
    return pool.submit(
        () -> {
          fixture.store().apply(branch, 0, StoreFixture.CLAIM);
          return null;
        });
  }

  /** Starts one commit that waits at the gate, queues the rest behind it, and opens the gate. */
  private List<Future<?>> applyBehindTheFirst(List<DecidedBranch> branches) {
    List<Future<?>> running = new ArrayList<>();
    for (DecidedBranch branch : branches) {
      running.add(apply(branch));
      if (running.size() == 1) {
        await().until(FaultyCatalog.OPEN::hasQueuedThreads);
      }
    }
    await().until(() -> lane().queued() == branches.size() - 1);
    FaultyCatalog.OPEN.release();
    return running;
  }

  @Test
  void k1_whatQueuedMeanwhile_goesIntoOneSnapshotThatNamesThemAll() throws Exception {
    List<DecidedBranch> branches = staged(6);
    FaultyCatalog.FAULTS.add(Fault.GATE);

    for (Future<?> one : applyBehindTheFirst(branches)) {
      one.get();
    }

    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(fixture.snapshots("shop.orders")).hasSize(2);
    assertThat(fixture.dataFiles("shop.orders")).hasSize(2);
    String together = fixture.table("shop.orders").currentSnapshot().summary().get("dat.txn");
    for (DecidedBranch branch : branches.subList(1, 6)) {
      assertThat(together).contains(branch.gid().datTxn().toString());
    }
    for (DecidedBranch branch : branches) {
      assertThat(fixture.store().probe(branch).marked()).isTrue();
      fixture.apply(branch);
    }
    assertThat(fixture.snapshots("shop.orders")).hasSize(2);
  }

  @Test
  void k1_whenOneOfThemIsApplied_itIsDroppedFromTheNextAttempt() throws Exception {
    List<DecidedBranch> branches = staged(4);
    try (IcebergStore elsewhere = fixture.another()) {
      elsewhere.apply(branches.get(2), 0, StoreFixture.CLAIM);
    }
    FaultyCatalog.FAULTS.add(Fault.GATE);
    FaultyCatalog.FAULTS.add(Fault.CONFLICT);

    for (Future<?> one : applyBehindTheFirst(branches)) {
      one.get();
    }

    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L, 2L, 3L);
    assertThat(fixture.snapshots("shop.orders")).hasSize(3);
    assertThat(fixture.dataFiles("shop.orders")).hasSize(3);
  }

  @Test
  void k1_whenOneOfThemCannotBeWritten_theOthersAreAppliedAndItAloneIsRefused() throws Exception {
    List<DecidedBranch> branches = staged(4);
    StagedBranch good = PayloadFormat.decode(branches.get(2).payload());
    StagedTable table = good.tables().get(0);
    StagedRows rows = (StagedRows) table.steps().get(0);
    StagedRows more = new StagedRows(rows.schema(), 77, rows.count(), rows.bytes());
    StagedTable broken =
        new StagedTable(table.table(), table.uuid(), table.schemaId(), table.base(), List.of(more));
    byte[] payload =
        PayloadFormat.encode(
                new StagedBranch(good.journalId(), good.catalogName(), List.of(broken)))
            .bytes();
    branches.set(2, StoreFixture.with(branches.get(2), payload));
    FaultyCatalog.FAULTS.add(Fault.GATE);

    List<Future<?>> running = applyBehindTheFirst(branches);

    assertThatThrownBy(running.get(2)::get)
        .hasCauseInstanceOf(StoreRefused.class)
        .cause()
        .isNotInstanceOf(StoreConflict.class);
    running.get(1).get();
    running.get(3).get();
    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L, 3L);
  }

  @Test
  void k1_whenTheAnswerForThemAllIsLost_eachIsUnknownAndEachIsInOnceLater() throws Exception {
    List<DecidedBranch> branches = staged(3);
    FaultyCatalog.FAULTS.add(Fault.GATE);
    FaultyCatalog.FAULTS.add(Fault.DROP);

    List<Future<?>> running = applyBehindTheFirst(branches);

    running.get(0).get();
    for (Future<?> one : running.subList(1, 3)) {
      assertThatThrownBy(one::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(StoreUnknown.class);
    }
    for (DecidedBranch branch : branches) {
      fixture.apply(branch);
    }
    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L, 2L);
  }

  /** One that is finished in a thread which the test can interrupt. */
  private final class Interruptible {
    private final CompletableFuture<Boolean> keptInterrupt = new CompletableFuture<>();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final Thread thread;

    Interruptible(DecidedBranch branch) {
      thread = new Thread(() -> run(branch));
      thread.start();
    }

    private void run(DecidedBranch branch) {
      Throwable thrown = null;
      try {
        fixture.store().apply(branch, 0, StoreFixture.CLAIM);
      } catch (Throwable e) {
        thrown = e;
      }
      keptInterrupt.complete(Thread.currentThread().isInterrupted());
      failure.complete(thrown);
    }

    Throwable failure() throws Exception {
      return failure.get(1, TimeUnit.MINUTES);
    }
  }

  private TableLane lane() {
    return fixture.store().lane(TableIdentifier.parse("shop.orders"));
  }

  private Interruptible started(DecidedBranch branch, int queued) {
    Interruptible one = new Interruptible(branch);
    await().until(() -> lane().queued() == queued);
    return one;
  }

  @Test
  void whoeverIsInterruptedInTheQueue_isRefused_andTheOthersAreFinished() throws Exception {
    List<DecidedBranch> branches = staged(3);
    FaultyCatalog.FAULTS.add(Fault.GATE);
    Future<?> first = apply(branches.get(0));
    await().until(FaultyCatalog.OPEN::hasQueuedThreads);
    Interruptible second = started(branches.get(1), 1);
    Interruptible third = started(branches.get(2), 2);

    second.thread.interrupt();

    assertThat(second.failure())
        .isInstanceOfSatisfying(
            StoreRefused.class, it -> assertThat(it.kind()).isEqualTo(ErrorKind.TRANSIENT));
    assertThat(second.keptInterrupt.join()).isTrue();
    FaultyCatalog.OPEN.release();
    first.get();
    assertThat(third.failure()).isNull();
    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 2L);
  }

  @Test
  void whoeverIsInterruptedAfterItWasTaken_doesNotKnow_andItIsIn() throws Exception {
    List<DecidedBranch> branches = staged(3);
    FaultyCatalog.FAULTS.addAll(List.of(Fault.GATE, Fault.GATE));
    Future<?> first = apply(branches.get(0));
    await().until(FaultyCatalog.OPEN::hasQueuedThreads);
    Interruptible leader = started(branches.get(1), 1);
    Interruptible taken = started(branches.get(2), 2);
    FaultyCatalog.OPEN.release();
    first.get();
    await().until(() -> lane().queued() == 0 && FaultyCatalog.OPEN.hasQueuedThreads());

    taken.thread.interrupt();

    assertThat(taken.failure()).isInstanceOf(StoreUnknown.class);
    assertThat(taken.keptInterrupt.join()).isTrue();
    FaultyCatalog.OPEN.release();
    assertThat(leader.failure()).isNull();
    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L, 2L);
  }

  @Test
  void whenTheLeaderBreaksOffWithAnError_theRestDoNotKnow_andTheLineGoesOn() throws Exception {
    List<DecidedBranch> branches = staged(4);
    FaultyCatalog.FAULTS.addAll(List.of(Fault.GATE, Fault.LAND_THEN_ERROR));

    Future<?> first = apply(branches.get(0));
    await().until(FaultyCatalog.OPEN::hasQueuedThreads);
    Interruptible leader = started(branches.get(1), 1);
    Interruptible behind = started(branches.get(2), 2);
    FaultyCatalog.OPEN.release();

    first.get();
    assertThat(leader.failure()).isInstanceOf(OutOfMemoryError.class);
    assertThat(behind.failure()).isInstanceOf(StoreUnknown.class);
    for (DecidedBranch branch : branches) {
      fixture.apply(branch);
    }
    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void interruptedAtAnyMoment_nobodyIsForgotten_andEachIsInOnce() throws Exception {
    long seed = Long.getLong("datxa.together.seed", ThreadLocalRandom.current().nextInt());
    System.out.println("together: seed=" + seed);
    Random random = new Random(seed);
    List<DecidedBranch> branches = staged(24);
    List<Interruptible> running = new ArrayList<>();
    for (DecidedBranch branch : branches) {
      running.add(new Interruptible(branch));
      if (random.nextInt(3) == 0) {
        running.get(random.nextInt(running.size())).thread.interrupt();
      }
    }
    for (Interruptible one : running) {
      Throwable failure = one.failure();
      assertThat(failure == null || failure instanceof StoreException)
          .as("seed %d: %s", seed, failure)
          .isTrue();
    }
    for (DecidedBranch branch : branches) {
      fixture.apply(branch);
    }
    assertThat(fixture.column("shop.orders", "id"))
        .as("seed %d", seed)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 24).boxed().toList());
  }
}
