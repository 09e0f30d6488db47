package org.datxa.spi.together;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whose turn it is, and what is written together: a state machine that knows neither threads nor
 * time. While one, the leader, writes, others queue; then the first of these leads and takes as
 * many of them as go together. There is one leader at most.
 *
 * <p>Not safe for threads: who uses it from several guards it with a lock, and holds the lock for
 * none of the writing. Each caller that {@linkplain #join joins} either leads, is written by a
 * leader, or {@linkplain #withdraw withdraws}; nobody is forgotten as long as whoever is called
 * leads, and every leader calls {@link #take} once and then {@link #handOver} once, whatever became
 * of its batch. Each write is told from others by identity.
 *
 * @param <L> one write
 */
public final class Turns<L extends Turns.Load> {
  private final int most;
  private final long heaviest;
  private final Deque<L> queue = new ArrayDeque<>();
  private boolean led;
  private L called;

  /** One write. */
  public interface Load {
    /**
     * What is written. A batch has each key once, since a second write depends on the first.
     *
     * @return the key
     */
    Object key();

    /**
     * How much it adds to a batch.
     *
     * @return bytes, roughly
     */
    long weight();
  }

  /**
   * A line in which nobody waits.
   *
   * @param most how many writes make a batch at most
   * @param heaviest what they weigh together at most, unless one alone is heavier
   */
  public Turns(int most, long heaviest) {
    this.most = most;
    this.heaviest = heaviest;
  }

  /**
   * Somebody wants to write.
   *
   * @param load what
   * @return whether it leads now; else it waits until it is called or written by another
   */
  public boolean join(L load) {
    queue.add(load);
    if (led) {
      return false;
    }
    led = true;
    called = load;
    return true;
  }

  /**
   * The leader takes what has queued, its own write first.
   *
   * @return at most one write of each key
   */
  public List<L> take() {
    called = null;
    List<L> batch = new ArrayList<>();
    Set<Object> keys = new HashSet<>();
    long weight = 0;
    Iterator<L> waiting = queue.iterator();
    while (waiting.hasNext() && batch.size() < most) {
      L load = waiting.next();
      boolean fits = batch.isEmpty() || weight + load.weight() <= heaviest;
      if (fits && keys.add(load.key())) {
        batch.add(load);
        weight += load.weight();
        waiting.remove();
      }
    }
    return batch;
  }

  /**
   * The leader has written what it took.
   *
   * @return who leads next and has to be told so
   */
  public Optional<L> handOver() {
    called = queue.peekFirst();
    led = called != null;
    return Optional.ofNullable(called);
  }

  /**
   * Somebody does not want to wait any longer. Who was called has to lead.
   *
   * @param load what
   * @return whether nobody will write it
   */
  public boolean withdraw(L load) {
    return load != called && queue.removeIf(waiting -> waiting == load);
  }

  /**
   * How many wait to be taken.
   *
   * @return their number, the one that was called among them
   */
  public int queued() {
    return queue.size();
  }
}
