package org.datxa.simulation;

import org.datxa.internal.protocol.Effect.Nothing;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.spi.ErrorKind;

/** The replies that models give. */
final class Answer {
  /** A lost answer or a refusal in a model; one for all, since millions are made. */
  static final class Simulated extends RuntimeException {
    private static final long serialVersionUID = 1;

    Simulated(String message) {
      super(message, null, false, false);
    }
  }

  private static final Reply<Nothing> DONE = new Reply.Done<>(Nothing.NOTHING);
  private static final Reply<Boolean> YES = new Reply.Done<>(true);
  private static final Reply<Boolean> NO = new Reply.Done<>(false);
  private static final Reply<Nothing> LOST = new Reply.Unknown<>(new Simulated("answer lost"));

  private Answer() {}

  static Reply<Nothing> done() {
    return DONE;
  }

  static <R> Reply<R> done(R value) {
    return new Reply.Done<>(value);
  }

  static Reply<Boolean> yes(boolean is) {
    return is ? YES : NO;
  }

  static <R> Reply<R> refused(Why why, String message) {
    return new Reply.Refused<>(why, ErrorKind.TRANSIENT, new Simulated(message));
  }

  static Reply<?> unknown() {
    return LOST;
  }
}
