package org.datxa.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.datTxn;
import static org.datxa.journal.Records.record;
import static org.datxa.journal.Records.written;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every kind of journal does. */
abstract class JournalContract {
  private Journal journal;

  /** A journal in a new place. */
  abstract Journal open();

  /** The same place, by another journal; the one before may have to be closed for it. */
  abstract Journal again(Journal before);

  @BeforeEach
  final void start() {
    journal = open();
    assertThat(journal.check()).isEmpty();
  }

  @AfterEach
  final void end() {
    journal.close();
  }

  @Test
  void whatWasInsertedIsFoundWhole() throws JournalException {
    JournalRecord record = record(State.COMMITTED, datTxn(NOW), Optional.of("xid-1"));
    journal.insert(record);
    assertThat(journal.find(record.datTxn())).contains(record);
    assertThat(journal.findByXid("xid-1")).contains(record);
    assertThat(journal.find(datTxn(NOW))).isEmpty();
    assertThat(journal.findByXid("xid-2")).isEmpty();
  }

  @Test
  void tombstoneIsFoundWhole() throws JournalException {
    JournalRecord record = JournalRecord.tombstone(datTxn(NOW), NOW);
    journal.insert(record);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void progressIsFoundWhole() throws JournalException {
    JournalRecord first = record(State.COMMITTED);
    journal.insert(first);
    JournalRecord next = first.to(State.COMMITTED, Records.progress(), NOW + 5);
    journal.advance(first.head(), next.head());
    assertThat(journal.find(first.datTxn())).contains(next);
  }

  @Test
  void largeRecordIsFoundWhole() throws JournalException {
    UUID datTxn = datTxn(NOW);
    byte[] staged = new byte[5_000_000];
    IntStream.range(0, staged.length).forEach(i -> staged[i] = (byte) ((i * 31) >>> 3));
    BranchRecord branch =
        new BranchRecord(
            new org.datxa.spi.Gid(datTxn, "ch"), false, org.datxa.spi.Payload.of(staged));
    JournalRecord record =
        new JournalRecord(
            datTxn, State.COMMITTED, 1, List.of(branch), 1, 1, Optional.empty(), Progress.NONE);
    journal.insert(record);
    assertThat(journal.find(datTxn)).contains(record);
  }

  @Test
  void secondInsertOfOneKeyConflictsAndChangesNothing() throws JournalException {
    JournalRecord record = record(State.COMMITTED);
    journal.insert(record);
    assertThatThrownBy(() -> journal.insert(JournalRecord.tombstone(record.datTxn(), NOW)))
        .isInstanceOf(JournalConflict.class)
        .hasMessageContaining(record.datTxn().toString());
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void recordGoesThroughAllStates() throws JournalException {
    JournalRecord done =
        written(journal, record(State.ACTIVE), State.PREPARED, State.COMMITTED, State.DONE);
    assertThat(journal.find(done.datTxn())).contains(done);
    assertThat(done.progress().version()).isEqualTo(3);
  }

  @Test
  void changeOfAnotherVersionConflicts() throws JournalException {
    JournalRecord first = record(State.COMMITTED);
    journal.insert(first);
    JournalRecord next = first.to(State.COMMITTED, Progress.NONE.withCleaned(), NOW);
    journal.advance(first.head(), next.head());
    JournalRecord rival = first.to(State.DONE, Progress.NONE, NOW);
    assertThatThrownBy(() -> journal.advance(first.head(), rival.head()))
        .isInstanceOf(JournalConflict.class)
        .hasMessageContaining(first.datTxn().toString());
    assertThat(journal.find(first.datTxn())).contains(next);
  }

  @Test
  void changeOfAnotherStateConflicts() throws JournalException {
    JournalRecord aborted = record(State.ABORTED);
    journal.insert(aborted);
    JournalRecord believed = record(State.PREPARED, aborted.datTxn(), Optional.empty());
    assertThatThrownBy(
            () ->
                journal.advance(
                    believed.head(), believed.to(State.COMMITTED, Progress.NONE, NOW).head()))
        .isInstanceOf(JournalConflict.class);
    assertThat(journal.find(aborted.datTxn())).contains(aborted);
  }

  @Test
  void changeOfMissingRecordConflicts() {
    JournalRecord absent = record(State.PREPARED);
    assertThatThrownBy(
            () ->
                journal.advance(
                    absent.head(), absent.to(State.COMMITTED, Progress.NONE, NOW).head()))
        .isInstanceOf(JournalConflict.class);
  }

  @Test
  void noRecordBeginsAsDone() {
    assertThatThrownBy(() -> journal.insert(record(State.DONE)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noRecordBeginsWithLaterProgress() {
    JournalRecord later = record(State.COMMITTED).to(State.COMMITTED, Progress.NONE, NOW);
    assertThatThrownBy(() -> journal.insert(later)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource
  void changesThatTheTableLacksAreNotSent(State from) {
    RecordHead read = record(from).head();
    for (State to : EnumSet.complementOf(EnumSet.copyOf(from.successors()))) {
      RecordHead next =
          new RecordHead(
              read.datTxn(), to, read.datTxTime(), NOW, read.xid(), read.progress().next());
      assertThatThrownBy(() -> journal.advance(read, next))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void changeMustCountItsVersion() {
    RecordHead read = record(State.COMMITTED).head();
    assertThatThrownBy(() -> journal.advance(read, read))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ofManyThatRaceOneChangeExactlyOneWins() throws Exception {
    JournalRecord first = record(State.PREPARED);
    journal.insert(first);
    List<JournalRecord> wanted = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      State next = i % 2 == 0 ? State.COMMITTED : State.ABORTED;
      wanted.add(first.to(next, Progress.NONE.withApplied("pg", "racer " + i), NOW));
    }
    List<Optional<JournalRecord>> won =
        race(
            wanted.stream()
                .<Callable<Optional<JournalRecord>>>map(w -> () -> won(first, w))
                .toList());
    List<JournalRecord> winners = won.stream().flatMap(Optional::stream).toList();
    assertThat(winners).hasSize(1);
    assertThat(journal.find(first.datTxn())).contains(winners.get(0));
  }

  private Optional<JournalRecord> won(JournalRecord read, JournalRecord next)
      throws JournalException {
    try {
      journal.advance(read.head(), next.head());
      return Optional.of(next);
    } catch (JournalConflict e) {
      return Optional.empty();
    }
  }

  @Test
  void ofDecisionAndTombstoneExactlyOneIsWritten() throws Exception {
    for (int i = 0; i < 20; i++) {
      JournalRecord decision = record(State.COMMITTED);
      JournalRecord tombstone = JournalRecord.tombstone(decision.datTxn(), NOW);
      List<Boolean> written = race(List.of(() -> inserted(decision), () -> inserted(tombstone)));
      assertThat(written).containsOnlyOnce(true);
      assertThat(journal.find(decision.datTxn())).contains(written.get(0) ? decision : tombstone);
    }
  }

  private boolean inserted(JournalRecord record) throws JournalException {
    try {
      journal.insert(record);
      return true;
    } catch (JournalConflict e) {
      return false;
    }
  }

  private static <T> List<T> race(List<Callable<T>> racers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(racers.size());
    CyclicBarrier barrier = new CyclicBarrier(racers.size());
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> racer : racers) {
        futures.add(
            threads.submit(
                () -> {
                  barrier.await();
                  return racer.call();
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void scanGoesThroughPagesInOrder() throws JournalException {
    List<UUID> written = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      written.add(written(journal, record(State.COMMITTED)).datTxn());
    }
    written(journal, record(State.PREPARED));
    written.sort(Comparator.comparing(UUID::toString));
    List<UUID> seen = new ArrayList<>();
    Optional<UUID> after = Optional.empty();
    List<RecordHead> page = journal.scan(Set.of(State.COMMITTED), NOW + 1, after, 3);
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(3);
      page.forEach(head -> seen.add(head.datTxn()));
      after = Optional.of(seen.get(seen.size() - 1));
      page = journal.scan(Set.of(State.COMMITTED), NOW + 1, after, 3);
    }
    assertThat(seen).isEqualTo(written);
  }

  @Test
  void scanSeesStatesAndAge() throws JournalException {
    JournalRecord active = written(journal, record(State.ACTIVE));
    JournalRecord vote = written(journal, record(State.ACTIVE), State.PREPARED);
    assertThat(journal.scan(EnumSet.allOf(State.class), NOW + 2, Optional.empty(), 9))
        .containsExactlyInAnyOrder(active.head(), vote.head());
    assertThat(journal.scan(EnumSet.allOf(State.class), NOW + 1, Optional.empty(), 9))
        .containsExactly(active.head());
    assertThat(journal.scan(Set.of(State.PREPARED), NOW + 2, Optional.empty(), 9))
        .containsExactly(vote.head());
    written(journal, record(State.COMMITTED), State.DONE);
    assertThat(journal.scan(Set.of(State.DONE), NOW + 9, Optional.empty(), 9))
        .as("nothing is left to do for it")
        .isEmpty();
    assertThat(journal.scan(Set.of(), NOW + 2, Optional.empty(), 9)).isEmpty();
  }

  @Test
  void x1_listedAreVotesAndOpenListings() throws JournalException {
    JournalRecord vote = written(journal, withXid(State.PREPARED, "vote"));
    JournalRecord open =
        listed(written(journal, withXid(State.COMMITTED, "open")), State.COMMITTED);
    JournalRecord done = listed(written(journal, withXid(State.COMMITTED, "done")), State.DONE);
    written(journal, withXid(State.COMMITTED, "closed"), State.DONE);
    written(journal, withXid(State.ACTIVE, "active"));
    written(journal, record(State.PREPARED));
    assertThat(journal.listed()).containsExactlyInAnyOrder(vote.head(), open.head(), done.head());
  }

  private static JournalRecord withXid(State state, String xid) {
    return record(state, datTxn(NOW), Optional.of(xid));
  }

  private JournalRecord listed(JournalRecord record, State state) throws JournalException {
    JournalRecord next = record.to(state, record.progress().listed(NOW), NOW);
    journal.advance(record.head(), next.head());
    return next;
  }

  @Test
  void j9_insertBelowTheWatermarkIsRefused() throws JournalException {
    journal.compact(NOW, done -> {});
    assertThat(journal.watermarkMillis()).isEqualTo(NOW);
    for (State state : List.of(State.COMMITTED, State.ABORTED, State.ACTIVE, State.PREPARED)) {
      JournalRecord old = record(state, datTxn(NOW - 1), Optional.empty());
      assertThatThrownBy(() -> journal.insert(old))
          .isInstanceOf(BelowWatermark.class)
          .hasMessageContaining(old.datTxn().toString());
      assertThat(journal.find(old.datTxn())).isEmpty();
    }
    journal.insert(record(State.COMMITTED, datTxn(NOW), Optional.empty()));
  }

  @Test
  void j9_changeBelowTheWatermarkIsNotRefused() throws JournalException {
    JournalRecord vote = written(journal, record(State.PREPARED));
    journal.compact(NOW + 1000, done -> {});
    JournalRecord next = vote.to(State.COMMITTED, Progress.NONE, NOW);
    journal.advance(vote.head(), next.head());
    assertThat(journal.find(vote.datTxn())).contains(next);
  }

  @Test
  void j9_watermarkNeverGoesBack() throws JournalException {
    journal.compact(NOW, done -> {});
    journal.compact(NOW - 5, done -> {});
    assertThat(journal.watermarkMillis()).isEqualTo(NOW);
    journal = again(journal);
    assertThat(journal.check()).isEmpty();
    assertThat(journal.watermarkMillis()).isEqualTo(NOW);
  }

  @Test
  void j4_onlyWhatMayGoIsCompacted() throws JournalException {
    JournalRecord done = written(journal, record(State.COMMITTED), State.DONE);
    JournalRecord cleaned = written(journal, record(State.ABORTED));
    journal.advance(
        cleaned.head(), cleaned.to(State.ABORTED, Progress.NONE.withCleaned(), NOW).head());
    List<JournalRecord> stay =
        List.of(
            written(journal, record(State.ACTIVE)),
            written(journal, record(State.PREPARED)),
            written(journal, record(State.COMMITTED)),
            written(journal, record(State.ABORTED)),
            written(
                journal, record(State.COMMITTED, datTxn(NOW + 99), Optional.empty()), State.DONE),
            listed(written(journal, withXid(State.COMMITTED, "x")), State.DONE));
    List<Long> counted = new ArrayList<>();
    assertThat(journal.compact(NOW + 99, counted::add)).isEqualTo(2);
    assertThat(counted).isNotEmpty().endsWith(2L);
    assertThat(journal.find(done.datTxn())).isEmpty();
    assertThat(journal.find(cleaned.datTxn())).isEmpty();
    for (JournalRecord record : stay) {
      assertThat(journal.find(record.datTxn())).contains(record);
    }
  }

  @Test
  void j4_textInProgressDoesNotPassForCleaned() throws JournalException {
    JournalRecord aborted = written(journal, record(State.ABORTED));
    JournalRecord next =
        aborted.to(
            State.ABORTED,
            Progress.NONE.withHeuristic("pg", "0 {\"listed\":0,\"cleaned\":true,"),
            NOW);
    journal.advance(aborted.head(), next.head());
    assertThat(journal.compact(NOW + 99, done -> {})).isZero();
    assertThat(journal.find(aborted.datTxn())).contains(next);
  }

  @Test
  void clockCeilingNeverGoesBack() throws JournalException {
    assertThat(journal.raiseClock(500)).isEqualTo(500);
    assertThat(journal.raiseClock(400)).isEqualTo(500);
    journal = again(journal);
    assertThat(journal.raiseClock(1)).isEqualTo(500);
    assertThat(journal.raiseClock(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void registeredStoresStay() throws JournalException {
    assertThat(journal.registered()).isEmpty();
    journal.register("pg");
    journal.register("pg");
    journal.register("clicks-2");
    journal = again(journal);
    assertThat(journal.registered()).containsExactlyInAnyOrder("pg", "clicks-2");
    assertThatThrownBy(() -> journal.register("Not a store"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void idIsMadeOnceAndKept() {
    UUID id = journal.id();
    journal = again(journal);
    assertThat(journal.check()).isEmpty();
    assertThat(journal.id()).isEqualTo(id);
  }

  @Test
  void recordsOutliveTheJournalObject() throws JournalException {
    JournalRecord record = written(journal, record(State.ACTIVE), State.PREPARED, State.COMMITTED);
    journal = again(journal);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @Test
  void closedJournalRefuses() {
    journal.close();
    assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
        .isInstanceOf(JournalRefused.class);
    assertThatThrownBy(() -> journal.find(datTxn(NOW))).isInstanceOf(JournalRefused.class);
  }

  @Test
  void interruptIsKeptAndTheAnswerIsTrue() throws JournalException {
    JournalRecord record = record(State.COMMITTED);
    boolean written = true;
    Thread.currentThread().interrupt();
    try {
      journal.insert(record);
    } catch (JournalRefused e) {
      written = false;
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(journal.find(record.datTxn()).isPresent()).isEqualTo(written);
  }
}
