package org.datxa.internal.runner;

import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;

/** Makes effects happen. It never throws: whatever goes wrong is a reply. */
@FunctionalInterface
public interface Performer {
  /**
   * Performs one effect. Called from several threads for programs that run together.
   *
   * @param effect the effect
   * @param <R> what it gives
   * @return its reply
   */
  <R> Reply<R> perform(Effect<R> effect);
}
