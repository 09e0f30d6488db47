package org.datxa.checker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;
import org.datxa.checker.Violation;
import org.datxa.checker.internal.JournalSeen.Entry;
import org.datxa.checker.internal.StoreSeen.Mark;
import org.datxa.checker.internal.StoreSeen.Row;
import org.datxa.checker.internal.StoreSeen.StagedFile;
import org.junit.jupiter.api.Test;

/** What is judged without any store: who wrote a row, and what must have become of it. */
class JudgeTest {
  private static final String TXN = "01900000-0000-7000-8000-000000000001";
  private static final long TIME = 5;

  private final Map<String, StoreSeen> stores = new LinkedHashMap<>();
  private final Map<String, Entry> records = new LinkedHashMap<>();
  private Set<String> unmarked = Set.of();
  private boolean running;
  private long watermark;

  private List<String> judge(Attempt... attempts) {
    Expectations expected =
        new Expectations(it -> !unmarked.contains(it), it -> it.startsWith("pg"), running, false);
    return new Judge(
            List.of(attempts), stores, Optional.of(new JournalSeen(records, watermark)), expected)
        .violations().stream().map(JudgeTest::brief).toList();
  }

  private static String brief(Violation violation) {
    return violation.kind() + " " + violation.store();
  }

  private static Attempt attempt(String txn, Answer answer, String... names) {
    Map<String, Map<Object, Map<String, Object>>> rows = new LinkedHashMap<>();
    for (String store : names) {
      rows.put(store, Map.of(1, Map.of("note", "x")));
    }
    return new Attempt("attempt", txn, answer, rows);
  }

  private static Row row(String... columns) {
    Map<String, String> of = new LinkedHashMap<>(Map.of("id", "1", "note", "x"));
    for (int i = 0; i < columns.length; i += 2) {
      of.put(columns[i], columns[i + 1]);
    }
    return new Row("1", of);
  }

  private void store(String name, List<Row> rows, Mark... marks) {
    stores.put(name, StoreSeen.of(rows, List.of(marks), List.of()));
  }

  private void record(String state, String... names) {
    records.put(TXN, new Entry(TXN, state, TIME, List.of(names), List.of(), List.of()));
  }

  private void both() {
    store("pg", List.of(row()), new Mark(TXN, TIME));
    store(
        "ch",
        List.of(row("dat_txn", TXN, "dat_tx_time", Long.toString(TIME))),
        new Mark(TXN, TIME));
  }

  @Test
  void whatWasPromisedIsClean() {
    both();
    record("DONE", "pg", "ch");
    assertThat(judge(attempt(TXN, Answer.COMMITTED, "pg", "ch"))).isEmpty();
    assertThat(judge(attempt(TXN, Answer.NONE, "pg", "ch"))).isEmpty();
  }

  @Test
  void whoDidNotTellItsNameIsKnownByItsStamp() {
    both();
    record("DONE", "pg", "ch");
    assertThat(judge(attempt("", Answer.NONE, "pg", "ch"))).isEmpty();
    record("ABORTED");
    assertThat(judge(attempt("", Answer.COMMITTED, "pg", "ch"))).contains("RECORD_WRONG journal");
  }

  @Test
  void whoHasNoStampIsKnownByWhereItsMarkersAre() {
    store("pg1", List.of(row()), new Mark(TXN, TIME));
    store("pg2", List.of(row()), new Mark(TXN, TIME));
    assertThat(judge(attempt("", Answer.NONE, "pg1", "pg2"))).isEmpty();
    store("pg2", List.of(row()));
    assertThat(judge(attempt("", Answer.NONE, "pg1", "pg2")))
        .containsExactlyInAnyOrder(
            "MARKER_UNEXPECTED pg1", "MARKER_MISSING pg1", "MARKER_MISSING pg2");
  }

  @Test
  void singleTwoPhaseStoreNeedsNoRecord_aPostDecisionOneDoes() {
    store("pg", List.of(row()), new Mark(TXN, TIME));
    assertThat(judge(attempt(TXN, Answer.COMMITTED, "pg"))).isEmpty();
    both();
    stores.remove("pg");
    assertThat(judge(attempt(TXN, Answer.COMMITTED, "ch")))
        .containsExactly("RECORD_MISSING journal");
  }

  @Test
  void recordBelowTheWatermarkMayBeCompacted() {
    both();
    watermark = 0x019000000001L;
    assertThat(judge(attempt(TXN, Answer.COMMITTED, "pg", "ch"))).isEmpty();
    watermark = 0x019000000000L;
    assertThat(judge(attempt(TXN, Answer.COMMITTED, "pg", "ch")))
        .containsExactly("RECORD_MISSING journal");
  }

  @Test
  void decidedButAppliedInOneStoreOnly() {
    both();
    store("ch", List.of());
    record("COMMITTED", "pg", "ch");
    assertThat(judge(attempt(TXN, Answer.NONE, "pg", "ch")))
        .containsExactlyInAnyOrder("ROW_MISSING ch", "MARKER_MISSING ch", "RECORD_OPEN journal");
    running = true;
    assertThat(judge(attempt(TXN, Answer.PENDING, "pg", "ch"))).isEmpty();
  }

  @Test
  void appliedThoughRecordIsATombstone() {
    both();
    record("ABORTED");
    assertThat(judge(attempt(TXN, Answer.IN_DOUBT, "pg", "ch")))
        .contains("ROW_UNEXPECTED pg", "ROW_UNEXPECTED ch", "MARKER_UNEXPECTED pg");
  }

  @Test
  void recordWithABranchThatNobodyWrote() {
    both();
    record("DONE", "pg", "ch", "pg9");
    assertThat(judge(attempt(TXN, Answer.COMMITTED, "pg", "ch")))
        .containsExactly("RECORD_WRONG journal");
  }

  @Test
  void recordOfNobodyIsHeldAgainstTheMarkers() {
    store("pg", List.of());
    record("DONE", "pg");
    assertThat(judge()).containsExactly("MARKER_MISSING pg");
    record("ABORTED");
    assertThat(judge()).isEmpty();
    store("pg", List.of(), new Mark(TXN, TIME));
    assertThat(judge()).containsExactlyInAnyOrder("MARKER_UNEXPECTED pg", "MARKER_UNEXPECTED pg");
  }

  @Test
  void tombstonesAreForWhatIsNotThere() {
    store("pg", List.of(), new Mark(TXN, -1));
    assertThat(judge(attempt(TXN, Answer.ABORTED, "pg"))).isEmpty();
    store("pg", List.of(row()), new Mark(TXN, -1));
    assertThat(judge(attempt(TXN, Answer.COMMITTED, "pg")))
        .containsExactlyInAnyOrder("MARKER_MISSING pg", "TOMBSTONE_UNEXPECTED pg");
  }

  @Test
  void underSplit_storesThatPrepareKeepNoMarkers() {
    both();
    store("pg", List.of(row()));
    record("DONE", "ch");
    unmarked = Set.of("pg");
    assertThat(judge(attempt(TXN, Answer.COMMITTED, "pg", "ch"))).isEmpty();
    unmarked = Set.of();
    assertThat(judge(attempt(TXN, Answer.COMMITTED, "pg", "ch"))).contains("MARKER_MISSING pg");
  }

  @Test
  void storeThatIsNamedWithoutRowsWasWrittenElsewhere() {
    store("pg", List.of(), new Mark(TXN, TIME));
    Attempt elsewhere = new Attempt("a", TXN, Answer.COMMITTED, Map.of("pg", Map.of()));
    assertThat(judge(elsewhere)).isEmpty();
    store("pg", List.of());
    assertThat(judge(elsewhere)).containsExactly("MARKER_MISSING pg");
  }

  @Test
  void oneRowOfTwoTries_belongsToTheOneThatCommitted() {
    store("pg", List.of(row()), new Mark(TXN, TIME));
    Attempt first = attempt(TXN.replace("0001", "0002"), Answer.ABORTED, "pg");
    assertThat(judge(first, attempt(TXN, Answer.COMMITTED, "pg"))).isEmpty();
    assertThat(judge(first)).containsExactlyInAnyOrder("ROW_UNEXPECTED pg", "MARKER_UNEXPECTED pg");
  }

  @Test
  void stagedFileOfWhatCommittedIsLeftToTheSweep() {
    both();
    record("DONE", "pg", "ch");
    StoreSeen ch = stores.get("ch");
    StagedFile file = new StagedFile(TXN, "file");
    stores.put(
        "ch", new StoreSeen(ch.rows(), true, ch.markers(), List.of(), List.of(file), List.of()));
    assertThat(judge(attempt(TXN, Answer.COMMITTED, "pg", "ch"))).isEmpty();
  }

  @Test
  void twoAttemptsOfOneNameAreRefused() {
    Attempt one = attempt(TXN, Answer.ABORTED, "pg");
    assertThatThrownBy(() -> judge(one, new Attempt("b", TXN, Answer.NONE, Map.of())))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
