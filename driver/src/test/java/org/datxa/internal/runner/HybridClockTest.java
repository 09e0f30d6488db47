package org.datxa.internal.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.UUID;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalRefused;
import org.junit.jupiter.api.Test;

class HybridClockTest {
  private static final long HOUR = 3_600_000;

  private final HandTime time = new HandTime();
  private final HybridClock clock = new HybridClock(time, () -> 5L, null);

  @Test
  void whenTheWallClockGoesBackByAnHour_theTimeStillRises() throws Exception {
    long before = clock.next();
    time.now -= HOUR;
    long after = clock.next();
    assertThat(after).isEqualTo(before + 1);
    time.now += 2 * HOUR;
    assertThat(clock.next() >>> 16).isEqualTo(time.now);
  }

  @Test
  void anIdentityCarriesTheTimeOfTheClockAndIsAUuidOfVersion7() throws Exception {
    long taken = clock.next();
    time.now -= HOUR;
    UUID datTxn = clock.newDatTxn();
    assertThat(datTxn.version()).isEqualTo(7);
    assertThat(datTxn.variant()).isEqualTo(2);
    assertThat(datTxn.getMostSignificantBits() >>> 16).isEqualTo(taken >>> 16);
  }

  @Test
  void whenTheWallClockIsFarAheadOfTheServers_noTimeIsTakenAndTheCeilingStays() {
    HandJournal journal = new HandJournal(time.now);
    HybridClock ahead = new HybridClock(time, () -> 5L, journal.journal());
    time.now += HOUR;
    assertThatThrownBy(ahead::next).isInstanceOf(JournalRefused.class);
    assertThat(journal.ceiling).isZero();
  }

  @Test
  void afterARestart_theTimeIsAboveEveryEarlierOne() throws Exception {
    HandJournal journal = new HandJournal(time.now);
    long before = new HybridClock(time, () -> 5L, journal.journal()).next();
    time.now -= HOUR;
    assertThat(new HybridClock(time, () -> 5L, journal.journal()).next()).isGreaterThan(before);
  }

  /** Knows the ceiling and the server's clock. */
  private static final class HandJournal {
    private final long serverMillis;
    private long ceiling;

    HandJournal(long serverMillis) {
      this.serverMillis = serverMillis;
    }

    Journal journal() {
      return (Journal)
          Proxy.newProxyInstance(
              Journal.class.getClassLoader(),
              new Class<?>[] {Journal.class},
              (proxy, method, values) -> {
                if (method.getName().equals("serverMillis")) {
                  return serverMillis;
                }
                ceiling = Math.max(ceiling, (Long) values[0]);
                return ceiling;
              });
    }
  }

  private static final class HandTime implements ProcessTime {
    private long now = 1_700_000_000_000L;

    @Override
    public long millis() {
      return now;
    }

    @Override
    public long nanos() {
      return now * 1_000_000;
    }

    @Override
    public void sleep(long nanos) {
      now += nanos / 1_000_000;
    }
  }
}
