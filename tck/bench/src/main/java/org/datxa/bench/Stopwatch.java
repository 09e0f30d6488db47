package org.datxa.bench;

import java.util.concurrent.atomic.AtomicLong;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.runner.Performer;

/** Performs effects, and notes when staging ended and when the decision was answered. */
final class Stopwatch implements Performer {
  private final Performer real;
  private final AtomicLong stageBegan = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong stageEnded = new AtomicLong(Long.MIN_VALUE);
  private final AtomicLong decided = new AtomicLong();

  Stopwatch(Performer real) {
    this.real = real;
  }

  @Override
  public <R> Reply<R> perform(Effect<R> effect) {
    long began = System.nanoTime();
    Reply<R> reply = real.perform(effect);
    long ended = System.nanoTime();
    if (!reply.isDone()) {
      throw new IllegalStateException(effect + " failed", reply.cause());
    }
    if (effect instanceof Effect.Stage) {
      stageBegan.accumulateAndGet(began, Math::min);
      stageEnded.accumulateAndGet(ended, Math::max);
    } else if (effect instanceof Effect.Insert || effect instanceof Effect.CommitDeciding) {
      decided.set(ended);
    }
    return reply;
  }

  long stageNanos() {
    return stageEnded.get() - stageBegan.get();
  }

  /** From the end of stage to the decision. */
  long decisionNanos() {
    return decided.get() - stageEnded.get();
  }
}
