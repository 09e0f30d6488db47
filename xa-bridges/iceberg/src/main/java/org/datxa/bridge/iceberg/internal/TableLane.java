package org.datxa.bridge.iceberg.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreConflict;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;

/**
 * Finishes the meta-transactions of this process for one table, one commit at a time. What has
 * queued meanwhile goes together into the next one. It saves commits and collisions; that each
 * takes effect once never depends on it.
 */
final class TableLane {
  private static final int MOST_TOGETHER = 256;

  /** One caller. */
  private static final class Waiting {
    private final Member member;
    private boolean taken;
    private boolean done;
    private StoreException failure;
    private boolean answered;

    private Waiting(Member member) {
      this.member = member;
    }
  }

  private final IcebergSettings settings;
  private final CatalogHandle catalog;
  private final Timing timing;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Waiting> queue = new ArrayDeque<>();
  private boolean busy;

  TableLane(IcebergSettings settings, CatalogHandle catalog, Timing timing) {
    this.settings = settings;
    this.catalog = catalog;
    this.timing = timing;
  }

  /** How many callers wait to be taken. */
  int queued() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      lock.unlock();
    }
  }

  void finish(Member member) throws StoreException {
    Waiting own = new Waiting(member);
    join(own);
    List<Waiting> batch = turn(own);
    while (!batch.isEmpty()) {
      lead(batch);
      batch = turn(own);
    }
    if (own.failure != null) {
      throw own.failure;
    }
  }

  private void join(Waiting own) {
    lock.lock();
    try {
      queue.add(own);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the caller's turn to lead; empty once somebody has finished the caller's work. */
  private List<Waiting> turn(Waiting own) throws StoreException {
    long left = TimeUnit.MILLISECONDS.toNanos(3 * settings.commitTimeoutMs());
    lock.lock();
    try {
      while (busy && !own.done) {
        if (left <= 0) {
          throw leave(own, "no turn came in time", null);
        }
        left = changed.awaitNanos(left);
      }
      return own.done ? List.of() : take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw leave(own, "interrupted while waiting for a turn", e);
    } finally {
      lock.unlock();
    }
  }

  private StoreException leave(Waiting own, String why, InterruptedException cause) {
    queue.remove(own);
    String what = own.member.branch().gid() + ": " + why;
    return own.taken
        ? new StoreUnknown(settings.store(), what, cause)
        : new StoreRefused(settings.store(), ErrorKind.TRANSIENT, what, cause);
  }

  private List<Waiting> take() {
    List<Waiting> batch = new ArrayList<>();
    while (!queue.isEmpty() && batch.size() < MOST_TOGETHER) {
      Waiting next = queue.remove();
      next.taken = true;
      batch.add(next);
    }
    busy = true;
    return batch;
  }

  private void lead(List<Waiting> batch) {
    try {
      for (List<Waiting> group : groups(batch)) {
        finish(group);
      }
    } finally {
      lock.lock();
      try {
        batch.forEach(this::end);
        busy = false;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private void end(Waiting one) {
    if (!one.answered) { // the leader broke off with an Error
      one.failure = new StoreUnknown(settings.store(), one.member.branch().gid().text(), null);
    }
    one.done = true;
  }

  /** Those that only add rows to the same table go together, everything else alone. */
  private static Iterable<List<Waiting>> groups(List<Waiting> batch) {
    Map<Object, List<Waiting>> groups = new LinkedHashMap<>();
    for (Waiting one : batch) {
      Object key = one.member.onlyRows() ? one.member.staged().uuid() : one;
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(one);
    }
    return groups.values();
  }

  private void finish(List<Waiting> group) {
    StoreException failure = tryTogether(group);
    if (group.size() > 1 && isForGood(failure)) {
      group.forEach(one -> finish(List.of(one))); // the fault of one is not the fault of all
      return;
    }
    for (Waiting one : group) {
      one.failure = failure == null ? null : ownCopy(one, failure);
      one.answered = true;
    }
  }

  private static boolean isForGood(StoreException failure) {
    return failure instanceof StoreRefused refused && !refused.kind().retryable();
  }

  private StoreException tryTogether(List<Waiting> group) {
    try {
      List<Member> members = group.stream().map(one -> one.member).distinct().toList();
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
