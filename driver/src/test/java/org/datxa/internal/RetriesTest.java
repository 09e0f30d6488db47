package org.datxa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.datxa.Commit;
import org.datxa.Completed;
import org.datxa.RetryPolicy;
import org.datxa.UnitOfWork;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.work.Failures;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.ErrorChain;
import org.datxa.spi.error.HandleRefused;
import org.datxa.spi.error.HeuristicOutcome;
import org.datxa.spi.error.InDoubt;
import org.datxa.spi.error.StoreFull;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** When a work is run again, how long that waits, and what the caller gets in the end. */
class RetriesTest {
  private static final Where WHERE = new Where(new UUID(1, 2), "pg", "next.");

  private final List<Unit> units = new ArrayList<>();
  private final List<Long> slept = new ArrayList<>();
  private long now = Long.MAX_VALUE - 1_000_000; // the clock may wrap around
  private boolean interrupting;
  private LongUnaryOperator random = bound -> bound - 1;

  private final class Unit implements UnitOfWork {
    private final UUID datTxn = new UUID(7, units.size());
    private boolean committed;
    private boolean rolledBack;

    @Override
    public UUID datTxn() {
      return datTxn;
    }

    @Override
    public Commit commit() {
      committed = true;
      return new Commit(datTxn, Commit.How.COMMITTED_PENDING, Set.of("ch"));
    }

    @Override
    public void rollback() {
      rolledBack = true;
    }

    @Override
    public void setRollbackOnly() {}

    @Override
    public void close() {
      rolledBack |= !committed;
    }
  }

  private final class FakeTime implements ProcessTime {
    @Override
    public long millis() {
      return 0;
    }

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
      if (interrupting) {
        throw new InterruptedException();
      }
      slept.add(nanos);
      now += nanos;
    }
  }

  private UnitOfWork begin() {
    units.add(new Unit());
    return units.get(units.size() - 1);
  }

  private Retries retries() {
    return new Retries(
        this::begin,
        new Failures(Map.of("pg", RetriesTest::classify)),
        new FakeTime(),
        bound -> random.applyAsLong(bound));
  }

  /** A store that knows two codes. */
  private static ErrorKind classify(Throwable error) {
    Set<String> states =
        ErrorChain.of(error)
            .all()
            .filter(SQLException.class::isInstance)
            .map(it -> ((SQLException) it).getSQLState())
            .collect(Collectors.toSet());
    return states.contains("53100")
        ? ErrorKind.STORE_FULL
        : states.contains("40001") ? ErrorKind.TRANSIENT : ErrorKind.PERMANENT;
  }

  private static RetryPolicy policy(int attempts) {
    return new RetryPolicy(
        attempts, Duration.ofSeconds(30), Duration.ofMillis(50), Duration.ofSeconds(2));
  }

  private static Aborted aborted(ErrorKind kind) {
    return new Aborted(kind, "x", WHERE, null);
  }

  private Throwable always(RetryPolicy policy, Exception failure) {
    return catchThrowable(
        () ->
            retries()
                .call(
                    policy,
                    unit -> {
                      throw failure;
                    }));
  }

  @AfterEach
  void everyUnitIsEnded() {
    assertThat(units).allMatch(unit -> unit.committed || unit.rolledBack);
    assertThat(Thread.interrupted()).as("an interrupt is kept").isEqualTo(interrupting);
  }

  @Test
  void e4_eachAttemptIsANewMetaTransactionAndTheLastOneCounts() {
    Completed<Integer> done =
        retries()
            .call(
                policy(5),
                unit -> {
                  if (units.size() < 3) {
                    throw aborted(ErrorKind.TRANSIENT);
                  }
                  return units.size();
                });
    assertThat(done.value()).isEqualTo(3);
    assertThat(units).extracting(Unit::datTxn).doesNotHaveDuplicates().hasSize(3);
    assertThat(units).extracting(unit -> unit.committed).containsExactly(false, false, true);
    assertThat(done.commit().isPending()).as("a pending commit is not run again").isTrue();
  }

  @ParameterizedTest
  @EnumSource(ErrorKind.class)
  void e4_onlyTransientFailuresAreRunAgain(ErrorKind kind) {
    Aborted failure =
        kind == ErrorKind.STORE_FULL
            ? new StoreFull(OptionalLong.of(7), "x", WHERE, null)
            : aborted(kind);
    assertThat(always(policy(3), failure)).isSameAs(failure);
    assertThat(units).hasSize(kind == ErrorKind.TRANSIENT ? 3 : 1);
  }

  static Stream<Exception> decided() {
    SQLException lost = new SQLException("connection", "40001");
    InDoubt inDoubt = new InDoubt("x", WHERE, lost);
    HeuristicOutcome heuristic = new HeuristicOutcome("x", WHERE, lost);
    RuntimeException closing = new RuntimeException(lost);
    closing.addSuppressed(inDoubt);
    return Stream.of(
        inDoubt,
        heuristic,
        new SQLException("wrapped", "40001", inDoubt),
        new IllegalStateException(new SQLException("wrapped", "40001", heuristic)),
        new Aborted(ErrorKind.TRANSIENT, "another deployment's", WHERE, inDoubt),
        closing);
  }

  @ParameterizedTest
  @MethodSource("decided")
  void e4_nothingIsRunAgainAfterWhatMayBeDecided(Exception failure) {
    assertThat(always(policy(5), failure)).isSameAs(failure);
    assertThat(units).hasSize(1);
  }

  @Test
  void e5_theLastFailureIsThrownAndEachEarlierOneIsSuppressedOnce() {
    Throwable last =
        catchThrowable(
            () ->
                retries()
                    .call(
                        policy(4),
                        unit -> {
                          throw new SQLException("attempt " + units.size(), "40001");
                        }));
    assertThat(last).hasMessage("attempt 4");
    assertThat(last.getSuppressed())
        .extracting(Throwable::getMessage)
        .containsExactly("attempt 1", "attempt 2", "attempt 3");
    assertThat(last.getSuppressed()).allMatch(earlier -> earlier.getSuppressed().length == 0);
  }

  @Test
  void e5_oneAndTheSameExceptionIsNotItsOwnSuppressedOne() {
    SQLException same = new SQLException("x", "40001");
    assertThat(always(policy(3), same)).isSameAs(same).hasNoSuppressedExceptions();
  }

  static Stream<Exception> ofTheWork() {
    return Stream.of(
        new IOException("checked"),
        new IllegalStateException("unchecked"),
        new SQLException("not of a store", "99999"),
        new HandleRefused("x", WHERE, null));
  }

  @ParameterizedTest
  @MethodSource("ofTheWork")
  void exceptionsOfTheWorkPassUnchangedAndRollBack(Exception own) {
    assertThat(always(policy(5), own)).isSameAs(own).hasNoSuppressedExceptions();
    assertThat(units).singleElement().matches(unit -> unit.rolledBack && !unit.committed);
  }

  @Test
  void errorsOfTheWorkPassUnchangedAndRollBack() {
    Error own = new StackOverflowError();
    assertThatThrownBy(
            () ->
                retries()
                    .call(
                        policy(5),
                        unit -> {
                          throw own;
                        }))
        .isSameAs(own);
    assertThat(units).singleElement().matches(unit -> unit.rolledBack);
  }

  @Test
  void e3_fullStoreMetByAStatementIsAStoreFull() {
    SQLException full = new SQLException("disk full", "53100");
    assertThat(always(policy(5), full))
        .isInstanceOf(StoreFull.class)
        .hasCause(full)
        .hasMessageContaining(units.get(0).datTxn().toString())
        .hasMessageContaining("store pg");
    assertThat(units).hasSize(1);
  }

  @Test
  void waitsAreDrawnFromTheWholeRangeWhichDoublesUpToItsLimit() {
    always(policy(9), aborted(ErrorKind.TRANSIENT));
    assertThat(slept.stream().map(it -> it / 1_000_000).toList())
        .containsExactly(50L, 100L, 200L, 400L, 800L, 1600L, 2000L, 2000L);
    slept.clear();
    random = bound -> 0;
    always(policy(3), aborted(ErrorKind.TRANSIENT));
    assertThat(slept).containsExactly(0L, 0L);
  }

  @Test
  void waitsAreSpreadEvenly() {
    long seed = new Random().nextLong();
    Random dice = new Random(seed);
    random = bound -> (long) (dice.nextDouble() * bound);
    for (int i = 0; i < 2000; i++) {
      always(policy(2), aborted(ErrorKind.TRANSIENT));
    }
    long[] tenths = new long[10];
    slept.forEach(nanos -> tenths[(int) Math.min(9, nanos * 10 / 50_000_000)]++);
    assertThat(Arrays.stream(tenths).boxed())
        .as("seed " + seed)
        .allMatch(count -> count > 120 && count < 280);
  }

  @Test
  void noAttemptBeginsAfterTheDeadline() {
    RetryPolicy short1 =
        new RetryPolicy(100, Duration.ofSeconds(1), Duration.ofMillis(300), Duration.ofMillis(300));
    always(short1, aborted(ErrorKind.TRANSIENT));
    assertThat(units).hasSize(4); // at 0, 300, 600, 900 ms
    assertThat(slept).hasSize(3);
  }

  @Test
  void deadlineThatTheWorkItselfUsedUpEndsIt() {
    Throwable end =
        catchThrowable(
            () ->
                retries()
                    .call(
                        policy(5),
                        unit -> {
                          now += Duration.ofSeconds(31).toNanos();
                          throw aborted(ErrorKind.TRANSIENT);
                        }));
    assertThat(end).isInstanceOf(Aborted.class);
    assertThat(units).hasSize(1);
  }

  @Test
  void onceIsOnce() {
    always(RetryPolicy.ONCE, aborted(ErrorKind.TRANSIENT));
    assertThat(units).hasSize(1);
    assertThat(slept).isEmpty();
  }

  @Test
  void longestPossiblePolicyOverflowsNowhere() {
    Duration ever = Duration.ofSeconds(Long.MAX_VALUE);
    always(new RetryPolicy(3, ever, ever, ever), aborted(ErrorKind.TRANSIENT));
    assertThat(slept).containsOnly(Duration.ofDays(1).toNanos());
    assertThat(policy(1).mostAfter(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(2));
    assertThat(new RetryPolicy(9, ever, Duration.ZERO, ever).mostAfter(8)).isZero();
  }

  @Test
  void e5_interruptInTheWaitEndsItAndIsKept() {
    interrupting = true;
    Aborted failure = aborted(ErrorKind.TRANSIENT);
    assertThat(always(policy(5), failure)).isSameAs(failure);
    assertThat(units).hasSize(1);
  }

  @Test
  void e5_interruptInTheWorkEndsItAndIsKept() {
    random = bound -> 0;
    Throwable end =
        catchThrowable(
            () ->
                retries()
                    .call(
                        policy(5),
                        unit -> {
                          Thread.currentThread().interrupt();
                          throw aborted(ErrorKind.TRANSIENT);
                        }));
    assertThat(end).isInstanceOf(Aborted.class);
    assertThat(units).hasSize(1);
    assertThat(slept).isEmpty();
    interrupting = true; // what the check at the end expects
  }

  @Test
  void workDoesNotEndItsUnit() {
    assertThatCode(
            () ->
                retries()
                    .call(
                        policy(1),
                        unit -> {
                          assertThatThrownBy(unit::commit)
                              .isInstanceOf(IllegalStateException.class);
                          assertThatThrownBy(unit::rollback)
                              .isInstanceOf(IllegalStateException.class);
                          assertThatThrownBy(unit::close).isInstanceOf(IllegalStateException.class);
                          return 1;
                        }))
        .doesNotThrowAnyException();
    assertThat(units).singleElement().matches(unit -> unit.committed);
  }
}
