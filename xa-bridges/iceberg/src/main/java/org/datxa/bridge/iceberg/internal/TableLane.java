package org.datxa.bridge.iceberg.internal;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreConflict;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.datxa.spi.together.Batch;
import org.datxa.spi.together.Turns;

/**
 * Finishes the meta-transactions of this process for one table, one commit at a time. What has
 * queued meanwhile goes together into the next one. It saves commits and collisions; that each
 * takes effect once never depends on it.
 */
final class TableLane {
  private static final int MOST_TOGETHER = 256;

  /** What became of a part. */
  private record Answer(StoreException failure) {
    static final Answer APPLIED = new Answer(null);
  }

  /** One caller. */
  private static final class Waiting implements Turns.Load {
    private final Member member;
    // guarded by lock
    private boolean leads;
    private Answer answer;

    private Waiting(Member member) {
      this.member = member;
    }

    @Override
    public Object key() {
      return member.datTxn();
    }

    @Override
    public long weight() {
      return 1;
    }
  }

  private final IcebergSettings settings;
  private final CatalogHandle catalog;
  private final Timing timing;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // guarded by lock
  private final Turns<Waiting> turns = new Turns<>(MOST_TOGETHER, MOST_TOGETHER);

  TableLane(IcebergSettings settings, CatalogHandle catalog, Timing timing) {
    this.settings = settings;
    this.catalog = catalog;
    this.timing = timing;
  }

  /** How many callers wait to be taken. */
  int queued() {
    lock.lock();
    try {
      return turns.queued();
    } finally {
      lock.unlock();
    }
  }

  void finish(Member member) throws StoreException {
    Waiting own = new Waiting(member);
    if (leads(own)) {
      lead(own);
    }
    StoreException failure = own.answer.failure();
    if (failure != null) {
      throw ownCopy(own, failure);
    }
  }

  /** Waits until the caller has to lead; false once somebody has finished the caller's work. */
  private boolean leads(Waiting own) throws StoreException {
    long left = TimeUnit.MILLISECONDS.toNanos(3 * settings.commitTimeoutMs());
    lock.lock();
    try {
      own.leads = turns.join(own);
      while (!own.leads && own.answer == null) {
        if (left <= 0) {
          throw leave(own, "no turn came in time", null);
        }
        left = changed.awaitNanos(left);
      }
      return own.leads;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ledOrLeft(own, e);
    } finally {
      lock.unlock();
    }
  }

  private boolean ledOrLeft(Waiting own, InterruptedException cause) throws StoreException {
    if (own.leads || own.answer != null) { // nobody else would lead those who wait
      return own.leads;
    }
    throw leave(own, "interrupted while waiting for a turn", cause);
  }

  private StoreException leave(Waiting own, String why, InterruptedException cause) {
    String what = own.member.branch().gid() + ": " + why;
    return turns.withdraw(own)
        ? new StoreRefused(settings.store(), ErrorKind.TRANSIENT, what, cause)
        : new StoreUnknown(settings.store(), what, cause);
  }

  // An interrupt is about the caller's own work, not about that of those who wait behind it.
  private void lead(Waiting own) {
    List<Waiting> taken = List.of();
    boolean interrupted = false;
    try {
      taken = take();
      Batch<Waiting, Answer> batch = new Batch<>(taken, TableLane::kind);
      for (List<Waiting> now = batch.next(); !now.isEmpty(); now = batch.next()) {
        interrupted |= Thread.interrupted();
        finish(now, batch);
      }
    } finally {
      handOver(own, taken);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private List<Waiting> take() {
    lock.lock();
    try {
      return turns.take();
    } finally {
      lock.unlock();
    }
  }

  private void handOver(Waiting own, List<Waiting> taken) {
    lock.lock();
    try {
      taken.stream().filter(one -> one.answer == null).forEach(one -> one.answer = lost(one));
    } finally {
      boolean unused = turns.withdraw(own); // it is still there when nothing could be taken
      turns.handOver().ifPresent(next -> next.leads = true);
      changed.signalAll();
      lock.unlock();
    }
  }

  /** The leader broke off with an Error. */
  private Answer lost(Waiting one) {
    return new Answer(new StoreUnknown(settings.store(), one.member.branch().gid().text(), null));
  }

  /** Those that only add rows to the same table go together, everything else alone. */
  private static Object kind(Waiting one) {
    return one.member.onlyRows() ? one.member.staged().uuid() : one;
  }

  private void finish(List<Waiting> those, Batch<Waiting, Answer> batch) {
    StoreException failure = tryTogether(those);
    boolean apart = isForGood(failure) && batch.apart(); // the fault of one is not that of all
    if (!apart) {
      batch.answered(failure == null ? Answer.APPLIED : new Answer(failure));
      tell(those, batch);
    }
  }

  /** They need not wait for the rest of the batch. */
  private void tell(List<Waiting> those, Batch<Waiting, Answer> batch) {
    lock.lock();
    try {
      those.forEach(one -> one.answer = batch.answer(one).orElseThrow());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static boolean isForGood(StoreException failure) {
    return failure instanceof StoreRefused refused && !refused.kind().retryable();
  }

  private StoreException tryTogether(List<Waiting> group) {
    try {
      List<Member> members = group.stream().map(one -> one.member).toList();
      new Finisher(settings, catalog, timing, members).apply();
      return null;
    } catch (StoreException e) {
      return e;
    } catch (RuntimeException e) {
      return new StoreUnknown(settings.store(), "finishing broke off", e);
    }
  }

  /** Callers are on different threads, so each gets an exception of its own. */
  private StoreException ownCopy(Waiting one, StoreException failure) {
    String what = one.member.branch().gid() + ": " + failure.getMessage();
    if (failure instanceof StoreConflict) {
      return new StoreConflict(settings.store(), what, failure);
    }
    return failure instanceof StoreRefused refused
        ? new StoreRefused(settings.store(), refused.kind(), what, failure)
        : new StoreUnknown(settings.store(), what, failure);
  }
}
