package org.datxa.bridge.drevo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.datxa.bridge.drevo.StoreFixture.Mode;
import org.datxa.bridge.drevo.internal.BranchStatements;
import org.datxa.lab.LabFault;
import org.datxa.spi.BranchStart;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseStore;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("org.datxa.bridge.drevo.StoreFixture$Mode#all")
class ConcurrencyTest {
  private static final int THREADS = 4;
  private static final int EACH = 5;
  private static final int MOST_TRIES = 500;

  private final StoreFixture lab;

  ConcurrencyTest(Mode mode) {
    lab = new StoreFixture().in(mode);
  }

  @AfterEach
  void close() {
    lab.close();
  }

  /** Each thread is in its own transaction, so none of them goes through the fake manager. */
  @Test
  void d4_whatIsCountedTogetherIsNeitherLostNorDoubled() throws Exception {
    lab.ask("CREATE (:Counter {n: 0})");
    List<TwoPhaseStore> stores = List.of(lab.store(), lab.another("graph"));
    lab.fault(LabFault.after(lab.run("tx.commitPrepared")).drop().skip(3));
    lab.fault(LabFault.before(lab.commit()).drop().skip(7));
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        TwoPhaseStore store = stores.get(i % stores.size());
        all.add(pool.submit(counting(store)));
      }
      for (Future<Void> one : all) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(lab.ask("MATCH (c:Counter) RETURN c.n AS n"))
        .containsExactly(Map.of("n", (long) THREADS * EACH));
    assertThat(lab.ask("MATCH (m:DatApplied) WHERE m.dat_tx_time > 0 RETURN count(m) AS n"))
        .containsExactly(Map.of("n", (long) THREADS * EACH));
    assertThat(lab.preparedHere()).isZero();
  }

  private Callable<Void> counting(TwoPhaseStore store) {
    return () -> {
      for (int i = 0, tries = 0; i < EACH; tries++) {
        assertThat(tries).isLessThan(MOST_TRIES);
        if (counted(store)) {
          i++;
        }
      }
      return null;
    };
  }

  private boolean counted(TwoPhaseStore store) throws Exception {
    TwoPhaseBranch branch =
        store.begin(new BranchStart(UUID.randomUUID(), false, Duration.ofSeconds(30)));
    try {
      BranchStatements.run(branch, "MATCH (c:Counter) SET c.n = c.n + 1");
      branch.inspect();
      branch.prepare(StoreFixture.gid(branch), StoreFixture.stamp(branch));
      return finished(branch);
    } catch (StoreRefused e) {
      assertThat(e.kind()).isEqualTo(ErrorKind.TRANSIENT);
      return false;
    } finally {
      branch.release();
    }
  }

  private static boolean finished(TwoPhaseBranch branch) throws Exception {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      try {
        return branch.commitPrepared() == Resolution.DONE;
      } catch (StoreUnknown e) {
        assertThat(e).hasMessageContaining(StoreFixture.gid(branch).text());
      }
    }
    return false;
  }
}
