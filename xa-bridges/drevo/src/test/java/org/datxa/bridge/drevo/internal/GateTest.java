package org.datxa.bridge.drevo.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.datxa.bridge.drevo.internal.Gate.Pass;
import org.junit.jupiter.api.Test;

class GateTest {
  private final SystemTiming timing = new SystemTiming();

  @Test
  void oneIsInAtATimeAndTheNextFollows() {
    Gate gate = new Gate(true, 60_000, timing);
    Pass first = gate.enter();
    assertThat(first.isIn()).isTrue();
    assertThat(gate.enterNow().isIn()).isFalse();
    CompletableFuture<Pass> second = CompletableFuture.supplyAsync(gate::enter);
    first.leave();
    assertThat(first.isIn()).isFalse();
    assertThat(second.join().isIn()).isTrue();
    assertThat(gate.enterNow().isIn()).isFalse();
    second.join().leave();
    assertThat(gate.enterNow().isIn()).isTrue();
  }

  @Test
  void s4_whoHasWaitedLongEnoughGoesOnWithoutIt() {
    Gate gate = new Gate(true, 1, timing);
    Pass first = gate.enter();
    Pass late = gate.enter();
    assertThat(late.isIn()).isFalse();
    late.leave();
    assertThat(gate.enterNow().isIn()).isFalse();
    assertThat(first.isIn()).isTrue();
  }

  @Test
  void leavingTwiceLetsOnlyOneIn() {
    Gate gate = new Gate(true, 60_000, timing);
    Pass first = gate.enter();
    first.leave();
    first.leave();
    assertThat(gate.enterNow().isIn()).isTrue();
    assertThat(gate.enterNow().isIn()).isFalse();
  }

  @Test
  void openGateKeepsNobodyOut() {
    Gate gate = new Gate(false, 60_000, timing);
    assertThat(gate.enter().isIn()).isFalse();
    assertThat(gate.enter().isIn()).isFalse();
  }

  @Test
  void interruptIsKept() {
    Gate gate = new Gate(true, 1, timing);
    gate.enter();
    Thread.currentThread().interrupt();
    assertThat(gate.enter().isIn()).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }
}
