package org.datxa.internal.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Event;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Reply;
import org.junit.jupiter.api.Test;

class RunnerTest {
  private static final Program<String> ONE = new Program.Return<>("one");
  private static final Program<String> TWO = new Program.Return<>("two");

  private final Performer nothing =
      new Performer() {
        @Override
        public <R> Reply<R> perform(Effect<R> effect) {
          return new Reply.Unknown<>(null);
        }
      };

  @Test
  void whenTheThreadsAreClosed_partsRunOneAfterTheOther() {
    Runner runner =
        new Runner(
            task -> {
              throw new RejectedExecutionException("closed");
            });
    assertThat(runner.run(new Program.Together<>(List.of(ONE, TWO)), nothing))
        .containsExactly("one", "two");
  }

  @Test
  void whenOnePartThrows_theOthersAreWaitedFor() throws InterruptedException {
    ExecutorService threads = Executors.newCachedThreadPool();
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    Program<String> broken = ONE.then(one -> waitAndThrow(begun));
    Program<String> slow = TWO.then(two -> work(begun, ended));
    assertThatThrownBy(
            () -> new Runner(threads).run(new Program.Together<>(List.of(broken, slow)), nothing))
        .hasRootCauseMessage("broken");
    assertThat(ended).isTrue();
    threads.shutdownNow();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  private static Program<String> waitAndThrow(CountDownLatch begun) {
    try {
      assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IllegalStateException("broken");
  }

  private static Program<String> work(CountDownLatch begun, AtomicBoolean ended) {
    begun.countDown();
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50)); // room for a run that does not wait
    ended.set(true);
    return TWO;
  }

  @Test
  void whenAnEffectThrowsAnError_itIsUnknown() {
    Effects effects =
        new Effects(
            Map.of(),
            null,
            null,
            ProcessTime.SYSTEM,
            event -> {
              throw new StackOverflowError("deep");
            });
    Event event = new Event(Event.Kind.PROGRESS, null, null, "far");
    Performer performer = effects.performer(Map.of(), java.time.Duration.ZERO);
    assertThat(performer.perform(new Effect.Report(event)).isUnknown()).isTrue();
    assertThat(performer.perform(new Effect.RollbackWork("nowhere")).isUnknown()).isTrue();
  }
}
