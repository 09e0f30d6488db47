package org.datxa.checker.internal;

import java.util.Set;
import org.datxa.checker.Attempt;
import org.datxa.checker.Violation.Kind;
import org.datxa.checker.internal.JournalSeen.Entry;
import org.datxa.checker.internal.Scene.Fate;

/** The records of the journal: final, readable, and of one mind with answers and markers. */
final class RecordJudge {
  private static final String JOURNAL = "journal";
  private static final int TIME_DIGITS = 12;
  private static final int HEX = 16;
  private final Scene scene;

  RecordJudge(Scene scene) {
    this.scene = scene;
  }

  void judge() {
    scene.journal.ifPresent(
        journal -> {
          journal.records().values().forEach(this::record);
          scene.attempts.stream()
              .filter(it -> scene.fate(it) == Fate.THERE && needsRecord(it))
              .filter(it -> !journal.records().containsKey(scene.txn(it)))
              .filter(it -> millis(scene.txn(it)) >= journal.watermarkMillis())
              .forEach(
                  it ->
                      add(
                          Kind.RECORD_MISSING,
                          scene.txn(it),
                          "COMMITTED or DONE" + scene.because(it),
                          "no record"));
        });
  }

  /** A single two-phase branch is its store's own commit. */
  private boolean needsRecord(Attempt attempt) {
    Set<String> stores = scene.markedStores(attempt);
    boolean postDecision = stores.stream().anyMatch(it -> !scene.expected.twoPhase().test(it));
    return !scene.txn(attempt).isEmpty() && (postDecision || stores.size() > 1);
  }

  /** The time in a UUID of version 7. */
  private static long millis(String txn) {
    String digits = txn.replace("-", "");
    return digits.matches("[0-9a-f]{32}")
        ? Long.parseLong(digits.substring(0, TIME_DIGITS), HEX)
        : Long.MAX_VALUE;
  }

  private void record(Entry entry) {
    String txn = entry.datTxn();
    entry.problems().forEach(it -> add(Kind.RECORD_DAMAGED, txn, "a record that makes sense", it));
    entry.heuristics().forEach(it -> add(Kind.HEURISTIC, txn, "what was decided", it));
    boolean open = !JournalSeen.FINAL.contains(entry.state());
    if (open && !scene.expected.running()) {
      add(Kind.RECORD_OPEN, txn, "DONE or ABORTED", entry.state());
    }
    if (!open || !scene.expected.running()) {
      scene.attempt(txn).ifPresentOrElse(it -> attempt(entry, it), () -> markers(entry));
    }
  }

  /** Of a transaction that no attempt tells of, the record itself does. */
  private void markers(Entry entry) {
    scene.stores.keySet().stream()
        .filter(scene.expected.marked())
        .forEach(
            store -> {
              boolean applied =
                  scene.marks(store, entry.datTxn()).stream().anyMatch(it -> !it.isTombstone());
              if (entry.isDecided() && entry.stores().contains(store) && !applied) {
                marker(Kind.MARKER_MISSING, entry, store, "a marker", "none");
              } else if (entry.state().equals("ABORTED") && applied) {
                marker(Kind.MARKER_UNEXPECTED, entry, store, "no marker", "a marker");
              }
            });
  }

  private void marker(Kind kind, Entry entry, String store, String expected, String found) {
    scene.add(
        kind,
        store,
        entry.datTxn(),
        scene.nameOf(entry.datTxn()),
        expected + " (the record is " + entry.state() + ")",
        found);
  }

  private void attempt(Entry entry, Attempt attempt) {
    Fate fate = scene.fate(attempt);
    if (fate == Fate.THERE && entry.state().equals("ABORTED")) {
      add(Kind.RECORD_WRONG, entry.datTxn(), "DONE" + scene.because(attempt), entry.state());
    }
    if (fate == Fate.ABSENT && entry.isDecided()) {
      add(
          Kind.RECORD_WRONG,
          entry.datTxn(),
          "ABORTED or no record" + scene.because(attempt),
          entry.state());
    }
    if (entry.isDecided() && !attempt.rows().keySet().containsAll(entry.stores())) {
      add(
          Kind.RECORD_WRONG,
          entry.datTxn(),
          "branches in " + attempt.rows().keySet(),
          "branches in " + entry.stores());
    }
  }

  private void add(Kind kind, String txn, String expected, String found) {
    scene.add(kind, JOURNAL, txn, scene.nameOf(txn), expected, found);
  }
}
