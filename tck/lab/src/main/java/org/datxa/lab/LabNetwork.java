package org.datxa.lab;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The network between the clients of a proxy and its server. It begins without faults; each switch
 * can be changed at any time and is felt at once by the connections that exist. As with TCP no byte
 * is ever lost or changed: what a partition holds back arrives when it heals, also when the other
 * side has given up meanwhile, and the end of a connection is held back as its bytes are.
 */
public final class LabNetwork {
  private static final int SLICES_PER_SECOND = 20;
  private static final long NO_BOUND = Long.MAX_VALUE;

  /** In which direction bytes flow. */
  public enum Way {
    /** Requests. */
    TO_SERVER,
    /** Answers. */
    TO_CLIENT
  }

  // guarded by this
  private final Set<Way> parted = EnumSet.noneOf(Way.class);
  private final Random random = new Random(1);
  private boolean newcomersHeld;
  private Duration delay = Duration.ZERO;
  private Duration jitter = Duration.ZERO;
  private long bytesPerSecond;
  private long left = NO_BOUND;

  LabNetwork() {}

  /** Nothing passes in either direction, and nobody is told: no FIN, no RST. */
  public synchronized void partition() {
    parted.addAll(EnumSet.allOf(Way.class));
  }

  /**
   * Nothing passes in one direction, and nobody is told.
   *
   * @param way the direction
   */
  public synchronized void partition(Way way) {
    parted.add(way);
  }

  /**
   * New connections are taken, but nothing passes on them; those that exist go on. (On the loopback
   * interface the kernel takes connections itself, so connecting succeeds.)
   */
  public synchronized void holdNewConnections() {
    newcomersHeld = true;
  }

  /**
   * All is delivered that many bytes long, of both directions and all connections together, then
   * nothing passes any more, wherever that cuts a message.
   *
   * @param bytes how many bytes pass
   */
  public synchronized void partitionAfter(long bytes) {
    left = bytes;
  }

  /**
   * Each packet takes longer, in both directions.
   *
   * @param least how much longer at least
   * @param more up to how much more, by chance
   */
  public synchronized void slow(Duration least, Duration more) {
    delay = least;
    jitter = more;
  }

  /**
   * Limits the speed of each connection and direction.
   *
   * @param most bytes per second, 0 for no limit
   */
  public synchronized void throttle(long most) {
    bytesPerSecond = most;
  }

  /** No faults any more; what was held back is delivered. */
  public synchronized void heal() {
    parted.clear();
    newcomersHeld = false;
    delay = Duration.ZERO;
    jitter = Duration.ZERO;
    bytesPerSecond = 0;
    left = NO_BOUND;
    notifyAll();
  }

  /** Holds a new connection's threads; a closed connection interrupts them. */
  synchronized void admit() throws InterruptedException {
    while (newcomersHeld) {
      wait();
    }
  }

  /** Holds the caller while nothing passes in its direction. */
  synchronized void pass(Way way) throws InterruptedException {
    while (parted.contains(way)) {
      wait();
    }
  }

  /** Delivers bytes as this network does. */
  void carry(Way way, OutputStream to, byte[] bytes, int from, int end)
      throws IOException, InterruptedException {
    TimeUnit.NANOSECONDS.sleep(lag());
    int at = from;
    while (at < end) {
      pass(way);
      int slice = slice(end - at);
      to.write(bytes, at, slice);
      to.flush();
      at += slice;
      pace();
    }
  }

  private synchronized long lag() {
    long chance = jitter.isZero() ? 0 : (long) (random.nextDouble() * jitter.toNanos());
    return delay.toNanos() + chance;
  }

  /** How much goes at once; beyond the bound of all bytes the network parts. */
  private synchronized int slice(int wanted) {
    long most = bytesPerSecond == 0 ? wanted : Math.max(1, bytesPerSecond / SLICES_PER_SECOND);
    int slice = (int) Math.min(Math.min(wanted, most), left);
    if (left != NO_BOUND) {
      left -= slice;
      if (left == 0) {
        partition();
        left = NO_BOUND;
      }
    }
    return slice;
  }

  private void pace() throws InterruptedException {
    if (isThrottled()) {
      TimeUnit.MILLISECONDS.sleep(1000 / SLICES_PER_SECOND);
    }
  }

  private synchronized boolean isThrottled() {
    return bytesPerSecond > 0;
  }
}
