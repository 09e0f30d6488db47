package org.datxa.journal.internal.lane;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.datxa.journal.JournalException;
import org.datxa.spi.together.Turns;

/** One caller's write in a {@link Lane}: what it is, and its answer when it has come. */
public abstract class Place implements Turns.Load {
  private final CompletableFuture<Turn> turn = new CompletableFuture<>();
  private volatile JournalException outcome;
  private volatile boolean answered;

  /** Why a waiting caller wakes up. */
  enum Turn {
    /** It leads the next batch, and its own write is part of it. */
    LEAD,
    /** Its write was answered. */
    ANSWERED
  }

  /**
   * What is asked, for messages.
   *
   * @return the kind of write and its key
   */
  public abstract String what();

  /**
   * Answers the caller.
   *
   * @param result what went wrong, or null when it is written
   */
  public final void answer(JournalException result) {
    outcome = result;
    answered = true;
    turn.complete(Turn.ANSWERED);
  }

  final boolean isAnswered() {
    return answered;
  }

  final void lead() {
    turn.complete(Turn.LEAD);
  }

  final void rethrow() throws JournalException {
    if (outcome != null) {
      throw outcome;
    }
  }

  /** Null when the time is over. An interrupt is kept for the caller and changes nothing. */
  final Turn await(Duration bound) {
    Deadline deadline = Deadline.in(bound);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return turn.get(deadline.leftNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException("A turn never fails", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
