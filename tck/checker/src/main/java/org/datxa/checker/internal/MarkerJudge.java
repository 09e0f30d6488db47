package org.datxa.checker.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.datxa.checker.Attempt;
import org.datxa.checker.Violation.Kind;
import org.datxa.checker.internal.Scene.Fate;
import org.datxa.checker.internal.StoreSeen.Mark;

/** Applied markers: there where an attempt committed and wrote, one each, all of one time. */
final class MarkerJudge {
  private final Scene scene;

  MarkerJudge(Scene scene) {
    this.scene = scene;
  }

  void judge() {
    scene.attempts.stream()
        .filter(it -> !scene.txn(it).isEmpty() && scene.fate(it) != Fate.OPEN)
        .forEach(this::named);
    strangers();
  }

  private void named(Attempt attempt) {
    Set<String> wrote = scene.fate(attempt) == Fate.THERE ? scene.markedStores(attempt) : Set.of();
    scene.stores.keySet().forEach(store -> inStore(attempt, store, wrote.contains(store)));
    oneTime(attempt);
  }

  private void inStore(Attempt attempt, String store, boolean wrote) {
    String txn = scene.txn(attempt);
    List<Mark> marks = scene.marks(store, txn);
    long applied = marks.stream().filter(it -> !it.isTombstone()).count();
    if (!wrote && applied > 0) {
      add(Kind.MARKER_UNEXPECTED, attempt, store, "no marker" + scene.because(attempt), marks);
    } else if (wrote && applied == 0) {
      add(Kind.MARKER_MISSING, attempt, store, "a marker" + scene.because(attempt), marks);
    } else if (applied > 1) {
      add(Kind.MARKER_DOUBLED, attempt, store, "one marker", marks);
    }
    if (wrote && applied < marks.size()) {
      add(Kind.TOMBSTONE_UNEXPECTED, attempt, store, "no tombstone", marks);
    }
  }

  private void oneTime(Attempt attempt) {
    String txn = scene.txn(attempt);
    Map<String, Set<Long>> times = new LinkedHashMap<>();
    scene
        .stores
        .keySet()
        .forEach(
            store ->
                scene.marks(store, txn).stream()
                    .filter(it -> !it.isTombstone())
                    .forEach(
                        it -> times.computeIfAbsent(store, s -> new TreeSet<>()).add(it.time())));
    scene
        .record(txn)
        .filter(JournalSeen.Entry::isDecided)
        .ifPresent(it -> times.put("journal", Set.of(it.datTxTime())));
    if (times.values().stream().flatMap(Set::stream).distinct().count() > 1) {
      add(Kind.MARKER_TIME, attempt, "all stores", "one dat_tx_time", times);
    }
  }

  private void add(Kind kind, Attempt attempt, String store, String expected, Object found) {
    scene.add(kind, store, scene.txn(attempt), attempt.key(), expected, found.toString());
  }

  /** Markers of nobody we know must be those of attempts that did not tell their dat_txn. */
  private void strangers() {
    Map<String, Set<String>> found = new LinkedHashMap<>();
    scene.stores.forEach(
        (store, seen) ->
            seen.markers().stream()
                .filter(it -> !it.isTombstone() && scene.attempt(it.datTxn()).isEmpty())
                .forEach(
                    it -> found.computeIfAbsent(it.datTxn(), s -> new TreeSet<>()).add(store)));
    List<Attempt> unnamed = new ArrayList<>();
    scene.attempts.stream().filter(this::committedWithoutName).forEach(unnamed::add);
    found.forEach((txn, stores) -> match(txn, stores, unnamed));
    unnamed.forEach(
        it ->
            scene
                .markedStores(it)
                .forEach(store -> add(Kind.MARKER_MISSING, it, store, "a marker", "none")));
  }

  private boolean committedWithoutName(Attempt attempt) {
    return scene.txn(attempt).isEmpty()
        && scene.fate(attempt) == Fate.THERE
        && !scene.markedStores(attempt).isEmpty();
  }

  private void match(String txn, Set<String> stores, List<Attempt> unnamed) {
    for (Attempt attempt : unnamed) {
      if (scene.markedStores(attempt).equals(stores)) {
        unnamed.remove(attempt);
        return;
      }
    }
    if (!scene.expected.running()) {
      stores.forEach(
          store ->
              scene.add(
                  Kind.MARKER_UNEXPECTED,
                  store,
                  txn,
                  "",
                  "markers of attempts only",
                  "a marker of none"));
    }
  }
}
