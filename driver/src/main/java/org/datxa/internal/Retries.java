package org.datxa.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.datxa.Commit;
import org.datxa.Completed;
import org.datxa.RetryPolicy;
import org.datxa.UnitOfWork;
import org.datxa.Work;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.Aborted;

/** Runs whole units of work again, each time as a new meta-transaction. */
public final class Retries {
  private final Supplier<UnitOfWork> begin;
  private final java.util.function.Function<Throwable, ErrorKind> classify;
  private final ProcessTime time;

  Retries(
      Supplier<UnitOfWork> begin,
      java.util.function.Function<Throwable, ErrorKind> classify,
      ProcessTime time) {
    this.begin = begin;
    this.classify = classify;
    this.time = time;
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
    long end = time.nanos() + policy.deadline().toNanos();
    List<Throwable> earlier = new ArrayList<>();
    for (int attempt = 1; ; attempt++) {
      try {
        return once(work);
      } catch (Exception e) {
        earlier.stream().filter(before -> before != e).forEach(e::addSuppressed);
        if (!worthAnother(policy, attempt, end, e)) {
          throw e;
        }
        earlier.add(e);
      }
    }
  }

  private <T, X extends Exception> Completed<T> once(Work<T, X> work) throws X {
    try (UnitOfWork unit = begin.get()) {
      T value = work.run(new FunctionUnit(unit));
      Commit commit = unit.commit();
      return new Completed<>(value, commit);
    }
  }

  private boolean worthAnother(RetryPolicy policy, int attempt, long end, Exception e) {
    boolean transientFailure =
        e instanceof Aborted aborted
            ? aborted.kind().retryable()
            : !(e instanceof org.datxa.spi.error.DatXaException) && classify.apply(e).retryable();
    return transientFailure && attempt < policy.attempts() && pause(policy, attempt, end);
  }

  private boolean pause(RetryPolicy policy, int attempt, long end) {
    long most = policy.mostAfter(attempt).toNanos();
    long nanos = most == 0 ? 0 : ThreadLocalRandom.current().nextLong(most + 1);
    if (time.nanos() + nanos >= end) {
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
