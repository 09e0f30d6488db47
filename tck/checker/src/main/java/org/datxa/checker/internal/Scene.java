package org.datxa.checker.internal;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;
import org.datxa.checker.Violation;
import org.datxa.checker.Violation.Kind;
import org.datxa.checker.internal.StoreSeen.Mark;
import org.datxa.checker.internal.StoreSeen.Row;

/** All that was attempted and seen, and what became of each attempt. */
final class Scene {
  /** What must be found of an attempt. */
  enum Fate {
    /** All of it. */
    THERE,
    /** Nothing of it. */
    ABSENT,
    /** Nobody can say yet. */
    OPEN
  }

  final List<Attempt> attempts;
  final Map<String, StoreSeen> stores;
  final Optional<JournalSeen> journal;
  final Expectations expected;
  private final Set<Violation> violations = new LinkedHashSet<>();
  private final Map<Attempt, String> txns = new HashMap<>();
  private final Map<String, Attempt> byTxn = new HashMap<>();
  private final Map<Attempt, Fate> fates = new HashMap<>();
  private final Map<String, Map<String, List<Attempt>>> owners = new HashMap<>();

  Scene(
      List<Attempt> attempts,
      Map<String, StoreSeen> stores,
      Optional<JournalSeen> journal,
      Expectations expected) {
    this.attempts = attempts;
    this.stores = stores;
    this.journal = journal;
    this.expected = expected;
    attempts.forEach(this::own);
    stores.forEach(this::nameByStamp);
    attempts.forEach(this::index);
    attempts.forEach(attempt -> fates.put(attempt, fateOf(attempt)));
  }

  private void own(Attempt attempt) {
    if (!attempt.datTxn().isEmpty()) {
      txns.put(attempt, attempt.datTxn());
    }
    attempt
        .rows()
        .forEach(
            (store, ids) ->
                ids.keySet()
                    .forEach(
                        id ->
                            owners
                                .computeIfAbsent(store, it -> new HashMap<>())
                                .computeIfAbsent(Values.text(id), it -> new java.util.ArrayList<>())
                                .add(attempt)));
  }

  /** Who did not tell its dat_txn may have stamped a row with it. */
  private void nameByStamp(String store, StoreSeen seen) {
    for (Row row : seen.rows()) {
      String stamp = row.columns().get("dat_txn");
      List<Attempt> of = owners(store, row.id());
      if (stamp != null && of.size() == 1) {
        txns.putIfAbsent(of.get(0), stamp);
      }
    }
  }

  private void index(Attempt attempt) {
    String txn = txns.getOrDefault(attempt, "");
    if (!txn.isEmpty() && byTxn.put(txn, attempt) != null && !attempt.datTxn().isEmpty()) {
      throw new IllegalArgumentException("Two attempts have the dat_txn " + txn);
    }
  }

  private Fate fateOf(Attempt attempt) {
    Optional<JournalSeen.Entry> record = record(txn(attempt));
    String state = record.map(JournalSeen.Entry::state).orElse("");
    if (expected.running() && !state.isEmpty() && !JournalSeen.FINAL.contains(state)) {
      return Fate.OPEN;
    }
    return switch (attempt.answer()) {
      case COMMITTED, PENDING -> Fate.THERE;
      case ABORTED -> Fate.ABSENT;
      case IN_DOUBT, NONE -> fromWhatIsThere(attempt, state);
    };
  }

  private Fate fromWhatIsThere(Attempt attempt, String state) {
    if (JournalSeen.DECIDED.contains(state)) {
      return Fate.THERE;
    }
    if (state.equals("ABORTED")) {
      return Fate.ABSENT;
    }
    if (expected.running()) {
      return Fate.OPEN;
    }
    return isMarkedAnywhere(txn(attempt)) || hasRowAnywhere(attempt) ? Fate.THERE : Fate.ABSENT;
  }

  private boolean isMarkedAnywhere(String txn) {
    return !txn.isEmpty()
        && stores.keySet().stream()
            .anyMatch(store -> marks(store, txn).stream().anyMatch(it -> !it.isTombstone()));
  }

  private boolean hasRowAnywhere(Attempt attempt) {
    return stores.entrySet().stream()
        .anyMatch(
            it ->
                it.getValue().rows().stream()
                    .anyMatch(row -> owners(it.getKey(), row.id()).equals(List.of(attempt))));
  }

  List<Attempt> owners(String store, String id) {
    return owners.getOrDefault(store, Map.of()).getOrDefault(id, List.of());
  }

  List<Mark> marks(String store, String txn) {
    return stores.get(store).markers().stream().filter(it -> it.datTxn().equals(txn)).toList();
  }

  Fate fate(Attempt attempt) {
    return fates.get(attempt);
  }

  /** The dat_txn, told or found; empty when neither. */
  String txn(Attempt attempt) {
    return txns.getOrDefault(attempt, "");
  }

  Optional<Attempt> attempt(String txn) {
    return Optional.ofNullable(byTxn.get(txn));
  }

  Optional<JournalSeen.Entry> record(String txn) {
    return journal.map(it -> it.records().get(txn));
  }

  /** The stores that an attempt wrote, keep markers, and were looked at. */
  Set<String> markedStores(Attempt attempt) {
    Set<String> marked = new LinkedHashSet<>();
    attempt
        .rows()
        .keySet()
        .forEach(
            store -> {
              if (expected.marked().test(store) && stores.containsKey(store)) {
                marked.add(store);
              }
            });
    return marked;
  }

  /** Why something is expected. */
  String because(Attempt attempt) {
    if (attempt.answer() != Answer.IN_DOUBT && attempt.answer() != Answer.NONE) {
      return " (answered " + attempt.answer() + ")";
    }
    return record(txn(attempt))
        .map(it -> " (the record is " + it.state() + ")")
        .orElse(
            fate(attempt) == Fate.THERE
                ? " (a part of it is there)"
                : " (nothing says that it committed)");
  }

  String nameOf(String txn) {
    return attempt(txn).map(Attempt::key).orElse("");
  }

  void add(Kind kind, String store, String txn, String key, String expectation, String found) {
    violations.add(new Violation(kind, store, txn, key, expectation, found));
  }

  void add(Violation violation) {
    violations.add(violation);
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  static Map<String, List<Row>> byId(StoreSeen seen) {
    Map<String, List<Row>> rows = new LinkedHashMap<>();
    seen.rows()
        .forEach(row -> rows.computeIfAbsent(row.id(), it -> new java.util.ArrayList<>()).add(row));
    return rows;
  }
}
