package org.datxa.bench;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;

/**
 * The participation of one store, where the benchmark itself says which branch is current in a
 * thread.
 */
final class OneBranch implements Participation {
  private final Map<Thread, Branch> current = new ConcurrentHashMap<>();

  void enter(Branch branch) {
    if (branch == null) {
      current.remove(Thread.currentThread());
    } else {
      current.put(Thread.currentThread(), branch);
    }
  }

  @Override
  public Optional<Branch> join() {
    return Optional.ofNullable(current.get(Thread.currentThread()));
  }

  @Override
  public void requireUsable(Branch branch) {
    if (branch != current.get(Thread.currentThread())) {
      throw new IllegalStateException("The handle belongs to another branch.");
    }
  }

  @Override
  public void requireOutside() {}

  @Override
  public void rollbackOnly(Branch branch, Throwable cause) {
    throw new IllegalStateException("The benchmark's own work failed.", cause);
  }

  @Override
  public <T, X extends Exception> T alone(AloneWork<T, X> work) {
    throw new UnsupportedOperationException("The benchmark works in transactions only.");
  }
}
