package org.datxa.bridge.drevo.internal;

import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;

/** Turns what the client throws into the two sorts of answer that the engine knows. E2 */
record Answers(String store) {
  StoreRefused refused(String what, Throwable cause) {
    return refused(DrevoErrors.kind(cause), what, cause);
  }

  StoreRefused refused(ErrorKind kind, String what, Throwable cause) {
    return new StoreRefused(store, kind, what + code(cause), cause);
  }

  StoreUnknown unknown(String what, Throwable cause) {
    return new StoreUnknown(store, what + code(cause), cause);
  }

  /** The answer after something was sent that changes the store. */
  StoreException after(String what, LinkException cause) {
    return DrevoErrors.isCertain(cause)
        ? refused(what + " was refused", cause)
        : unknown(what + " was sent and its answer was lost", cause);
  }

  private static String code(Throwable cause) {
    return cause instanceof LinkException it && it.isAnswer() ? " (" + it.code() + ")." : ".";
  }
}
