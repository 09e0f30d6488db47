package org.datxa.internal.runner;

import org.datxa.internal.protocol.Effect.Nothing;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.journal.BelowWatermark;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalCorrupted;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRefused;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreConflict;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** Turns what stores and journals answer or throw into replies. */
final class Replies {
  private Replies() {}

  /** Asks a store. */
  @FunctionalInterface
  interface StoreCall<R> {
    R call() throws StoreException;
  }

  /** Tells a store to do something. */
  @FunctionalInterface
  interface StoreAction {
    void run() throws StoreException;
  }

  /** Asks a journal. */
  @FunctionalInterface
  interface JournalCall<R> {
    R call() throws JournalException;
  }

  /** Tells a journal to write something. */
  @FunctionalInterface
  interface JournalAction {
    void run() throws JournalException;
  }

  static <R> Reply<R> store(StoreCall<R> call) {
    try {
      return new Reply.Done<>(call.call());
    } catch (StoreRefused e) {
      Why why = e instanceof StoreConflict ? Why.CONFLICT : Why.PLAIN;
      return new Reply.Refused<>(why, e.kind(), e);
    } catch (StoreException | RuntimeException e) {
      // What a store throws against its contract proves nothing about the effect.
      return new Reply.Unknown<>(e);
    }
  }

  static Reply<Nothing> storeAction(StoreAction action) {
    return store(
        () -> {
          action.run();
          return Nothing.NOTHING;
        });
  }

  static <R> Reply<R> journal(JournalCall<R> call) {
    try {
      return new Reply.Done<>(call.call());
    } catch (JournalConflict e) {
      return new Reply.Refused<>(Why.CONFLICT, ErrorKind.TRANSIENT, e);
    } catch (BelowWatermark e) {
      return new Reply.Refused<>(Why.WATERMARK, ErrorKind.TRANSIENT, e);
    } catch (JournalRefused e) {
      return new Reply.Refused<>(Why.PLAIN, e.kind(), e);
    } catch (JournalCorrupted e) {
      return new Reply.Refused<>(Why.CORRUPT, ErrorKind.PERMANENT, e);
    } catch (JournalException | RuntimeException e) {
      return new Reply.Unknown<>(e);
    }
  }

  static Reply<Nothing> journalAction(JournalAction action) {
    return journal(
        () -> {
          action.run();
          return Nothing.NOTHING;
        });
  }

  static <R> Reply<R> notHere(String store) {
    return new Reply.Refused<>(
        Why.NOT_HERE,
        ErrorKind.PERMANENT,
        new IllegalStateException("The store '" + store + "' is not configured here."));
  }
}
