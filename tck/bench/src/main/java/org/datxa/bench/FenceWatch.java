package org.datxa.bench;

import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.runner.Performer;

/** Performs effects, and notes how long something was prepared in the graph. */
final class FenceWatch implements Performer {
  private final Performer real;
  private volatile long raised;
  private volatile long stood = -1;

  FenceWatch(Performer real) {
    this.real = real;
  }

  @Override
  public <R> Reply<R> perform(Effect<R> effect) {
    Reply<R> reply = real.perform(effect);
    if (effect instanceof Effect.Prepare it && it.store().equals("graph")) {
      raised = System.nanoTime();
    } else if (effect instanceof Effect.CommitPrepared it && it.store().equals("graph")) {
      stood = System.nanoTime() - raised;
    }
    return reply;
  }

  /** How long the fence stood, or -1. */
  long fenceNanos() {
    return stood;
  }
}
