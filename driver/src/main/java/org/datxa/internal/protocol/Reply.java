package org.datxa.internal.protocol;

import java.util.Objects;
import java.util.function.Function;
import org.datxa.spi.ErrorKind;

/**
 * The answer to an effect. There are three sorts, and every program says what it does with each.
 *
 * @param <R> what the effect gives when it is done
 */
public sealed interface Reply<R> {
  /** Why an effect was refused, as far as the protocol cares. */
  enum Why {
    /** No particular reason. */
    PLAIN,
    /** Somebody else moved the record, or the store can never apply this any more. */
    CONFLICT,
    /** The meta-transaction is below the journal's watermark. */
    WATERMARK,
    /** The record makes no sense. */
    CORRUPT,
    /** The store is not configured in this process. */
    NOT_HERE
  }

  /**
   * The effect is there.
   *
   * @param value what it gives
   * @param <R> its type
   */
  record Done<R>(R value) implements Reply<R> {}

  /**
   * The effect is not there and never will be.
   *
   * @param why why, for the protocol
   * @param kind what it means for the caller
   * @param cause the exception behind it
   * @param <R> what the effect would have given
   */
  record Refused<R>(Why why, ErrorKind kind, Throwable cause) implements Reply<R> {
    /** Checks that nothing is missing. */
    public Refused {
      Objects.requireNonNull(why, "why");
      Objects.requireNonNull(kind, "kind");
    }
  }

  /**
   * The effect may be there now, later, or never.
   *
   * @param cause the exception behind it
   * @param <R> what the effect would have given
   */
  record Unknown<R>(Throwable cause) implements Reply<R> {}

  default <T> T fold(
      Function<? super R, T> done,
      Function<? super Refused<R>, T> refused,
      Function<? super Unknown<R>, T> unknown) {
    if (this instanceof Done<R> it) {
      return done.apply(it.value());
    }
    if (this instanceof Refused<R> it) {
      return refused.apply(it);
    }
    return unknown.apply((Unknown<R>) this);
  }

  default boolean isDone() {
    return this instanceof Done;
  }

  default boolean isUnknown() {
    return this instanceof Unknown;
  }

  default boolean refusedFor(Why why) {
    return this instanceof Refused<R> it && it.why() == why;
  }

  /**
   * The exception behind an answer that is not a result.
   *
   * @return the exception, or null
   */
  default Throwable cause() {
    return fold(done -> null, Refused::cause, Unknown::cause);
  }

  default ErrorKind kind() {
    return fold(done -> ErrorKind.PERMANENT, Refused::kind, unknown -> ErrorKind.TRANSIENT);
  }
}
