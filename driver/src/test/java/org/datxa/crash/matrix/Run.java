package org.datxa.crash.matrix;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;

/** One run as the orchestrating process knows it. */
final class Run {
  private final Order order;
  private final Map<String, String> transactions = new LinkedHashMap<>();
  private boolean reached;
  private boolean late;
  private String answered;
  private String ended;

  Run(Order order) {
    this.order = order;
  }

  String id() {
    return order.id();
  }

  Cell cell() {
    return order.cell();
  }

  Order order() {
    return order;
  }

  /** What its worker said of it. */
  void heard(String what, String more) {
    switch (what) {
      case "BEGUN" -> transactions.put(more.split(" ", -1)[1], more.split(" ", -1)[0]);
      case "AT" -> reached = true;
      case "ANSWERED" -> answered = more;
      default -> ended = more;
    }
  }

  boolean isReached() {
    return reached;
  }

  /** Its point was not reached in time; the cell is run again. */
  void late() {
    late = true;
  }

  boolean counts() {
    return reached && !late;
  }

  boolean isEnded() {
    return ended != null;
  }

  /** Its coordinator is gone, perhaps after the answer. */
  void gone() {
    if (ended == null) {
      ended = answered == null ? "NONE" : answered;
    }
  }

  /** What it was answered, and why. */
  String answer() {
    return ended == null ? "NO END" : ended;
  }

  Answer told() {
    return switch (answer().split(" ", -1)[0]) {
      case "COMMITTED" -> Answer.COMMITTED;
      case "PENDING" -> Answer.PENDING;
      case "ABORTED" -> Answer.ABORTED;
      case "NONE", "NO" -> Answer.NONE;
      default -> Answer.IN_DOUBT;
    };
  }

  boolean isHeuristic() {
    return answer().startsWith("HEURISTIC");
  }

  /** Whether a manager asked for a commit in one phase and was told that the outcome is unknown. */
  boolean isOnePhaseInDoubt() {
    boolean onePhase =
        cell().way() == Way.JTA || (cell().way() == Way.SPLIT && cell().step().isAlone());
    return onePhase && told() == Answer.IN_DOUBT;
  }

  /** The transaction that is in the journal; empty when none was begun, or several were. */
  String datTxn() {
    if (cell().way().isSplit() && !cell().step().isAlone()) {
      return Optional.ofNullable(transactions.get("ch"))
          .or(() -> Optional.ofNullable(transactions.get("lake")))
          .orElse("");
    }
    return transactions.values().stream().findFirst().orElse("");
  }

  List<String> transactions() {
    return List.copyOf(transactions.values());
  }

  /** What the checker has to know of it. */
  Attempt attempt() {
    Map<String, Map<Object, Map<String, Object>>> rows = new LinkedHashMap<>();
    for (String store : order.stores()) {
      rows.put(store, Map.of(order.key(), Map.of("note", Host.note(order.key()))));
    }
    if (cell().way().hasOther()) {
      rows.put("other", Map.of(order.key(), Map.of("note", "x")));
    }
    return new Attempt(id(), datTxn(), told(), rows);
  }

  @Override
  public String toString() {
    return "run " + id() + " " + cell() + " on " + order.stores() + ": " + answer();
  }
}
