package org.datxa.simulation;

import org.datxa.internal.protocol.Effect.Nothing;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.spi.ErrorKind;

/** The replies that models give. */
final class Answer {
  /** A lost answer or a refusal in a model; without a stack, since millions are made. */
  static final class Simulated extends RuntimeException {
    private static final long serialVersionUID = 1;

    Simulated(String message) {
      super(message, null, true, false);
    }
  }

  private Answer() {}

  static Reply<Nothing> done() {
    return new Reply.Done<>(Nothing.NOTHING);
  }

  static <R> Reply<R> done(R value) {
    return new Reply.Done<>(value);
  }

  static <R> Reply<R> refused(Why why, String message) {
    return new Reply.Refused<>(why, ErrorKind.TRANSIENT, new Simulated(message));
  }

  static <R> Reply<R> unknown() {
    return new Reply.Unknown<>(new Simulated("answer lost"));
  }
}
