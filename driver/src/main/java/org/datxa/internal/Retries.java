package org.datxa.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.datxa.Commit;
import org.datxa.Completed;
import org.datxa.RetryPolicy;
import org.datxa.UnitOfWork;
import org.datxa.Work;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.work.Failures;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.DatXaException;
import org.datxa.spi.error.StoreFull;

/** Runs whole units of work again, each time as a new meta-transaction. */
public final class Retries {
  private static final Duration LONGEST = Duration.ofDays(365);

  private final Supplier<UnitOfWork> begin;
  private final Failures failures;
  private final ProcessTime time;
  private final LongUnaryOperator random;

  /**
   * Retries.
   *
   * @param begin begins a unit of work
   * @param failures what exceptions mean
   * @param time clock and sleep
   * @param random a number from 0 to below its argument
   */
  Retries(
      Supplier<UnitOfWork> begin, Failures failures, ProcessTime time, LongUnaryOperator random) {
    this.begin = begin;
    this.failures = failures;
    this.time = time;
    this.random = random;
  }

  /**
   * Runs a unit of work under a policy.
   *
   * @param policy how often and how long
   * @param work the work
   * @param <T> what it gives back
   * @param <X> what it may throw
   * @return what it gave back, and how it was committed
   * @throws X what the work threw
   */
  public <T, X extends Exception> Completed<T> call(RetryPolicy policy, Work<T, X> work) throws X {
    long start = time.nanos();
    List<Throwable> earlier = new ArrayList<>();
    for (int attempt = 1; ; attempt++) {
      try {
        return once(work);
      } catch (Exception e) {
        boolean again =
            failures.kind(e).retryable()
                && attempt < policy.attempts()
                && pause(policy, attempt, start);
        if (!again) {
          earlier.stream().filter(before -> before != e).forEach(e::addSuppressed); // E5
          throw e;
        }
        earlier.add(e);
      }
    }
  }

  private <T, X extends Exception> Completed<T> once(Work<T, X> work) throws X {
    UUID datTxn = null;
    try (UnitOfWork unit = begin.get()) {
      datTxn = unit.datTxn();
      T value = work.run(new FunctionUnit(unit));
      Commit commit = unit.commit();
      return new Completed<>(value, commit);
    } catch (DatXaException e) {
      throw e;
    } catch (Exception e) {
      if (datTxn != null && failures.kind(e) == ErrorKind.STORE_FULL) {
        throw full(datTxn, e);
      }
      throw e;
    }
  }

  // A full store looks the same to the caller, whether a statement met it or the commit.
  private StoreFull full(UUID datTxn, Exception cause) {
    String next = "everything is rolled back; free space in the store, then run it again.";
    return new StoreFull(
        OptionalLong.empty(),
        "A statement of the work met a full store. " + cause.getMessage(),
        new DatXaException.Where(datTxn, failures.store(cause).orElse(null), next),
        cause);
  }

  private boolean pause(RetryPolicy policy, int attempt, long start) {
    long most = policy.mostAfter(attempt).toNanos();
    long nanos = random.applyAsLong(most + 1); // full jitter
    long passed = time.nanos() - start;
    Duration deadline = policy.deadline();
    long end = deadline.compareTo(LONGEST) < 0 ? deadline.toNanos() : LONGEST.toNanos();
    if (passed >= end - nanos || Thread.currentThread().isInterrupted()) {
      return false;
    }
    try {
      time.sleep(nanos);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
