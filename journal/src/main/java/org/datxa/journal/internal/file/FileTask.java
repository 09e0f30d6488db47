package org.datxa.journal.internal.file;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.datxa.journal.internal.lane.Deadline;

/** What one caller wants of the database; taken up by the worker or withdrawn, never both. */
final class FileTask<T> {
  private final String what;
  private final boolean writes;
  private final Work<T> work;
  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private final AtomicBoolean claimed = new AtomicBoolean();
  private T result;

  /** What is done with the database. */
  @FunctionalInterface
  interface Work<T> {
    T on(FileDatabase database) throws SQLException, JournalException;
  }

  private FileTask(String what, boolean writes, Work<T> work) {
    this.what = what;
    this.writes = writes;
    this.work = work;
  }

  static <T> FileTask<T> reading(String what, Work<T> work) {
    return new FileTask<>(what, false, work);
  }

  static <T> FileTask<T> writing(String what, Work<T> work) {
    return new FileTask<>(what, true, work);
  }

  boolean writes() {
    return writes;
  }

  boolean claim() {
    return claimed.compareAndSet(false, true);
  }

  void run(FileDatabase database) throws SQLException, JournalException {
    result = work.on(database);
  }

  void succeed() {
    answer.complete(result);
  }

  void fail(JournalException reason) {
    answer.completeExceptionally(reason);
  }

  /** Certainly nothing was written. */
  void refuse(String reason, Exception cause) {
    fail(new JournalRefused(what + ": " + reason, cause));
  }

  /** The file failed while this was under way. */
  void lose(Exception cause) {
    if (writes) {
      fail(
          new JournalUnknown(
              "The journal's file failed during "
                  + what
                  + ": "
                  + cause.getMessage()
                  + ". Next: mend the disk and start the process anew.",
              cause));
    } else {
      refuse("the journal's file failed: " + cause.getMessage(), cause);
    }
  }

  /** Waits for the answer; an interrupt is kept for the caller and changes nothing. */
  T await(long boundNanos) throws JournalException {
    boolean interrupted = false;
    Deadline deadline = Deadline.in(Duration.ofNanos(boundNanos));
    try {
      while (true) {
        try {
          return answer.get(deadline.leftNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (TimeoutException e) {
      throw late(e);
    } catch (ExecutionException e) {
      throw rethrown(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private JournalException late(TimeoutException cause) {
    return claim() || !writes
        ? new JournalRefused(what + ": the journal's file is too slow", cause)
        : new JournalUnknown(
            what + ": no answer in time. Next: settle it by another write.", cause);
  }

  private static JournalException rethrown(ExecutionException failure) {
    if (failure.getCause() instanceof JournalException reason) {
      reason.addSuppressed(failure); // shows the caller's stack beside the worker's
      return reason;
    }
    return new JournalUnknown("The journal's worker failed", failure.getCause());
  }
}
