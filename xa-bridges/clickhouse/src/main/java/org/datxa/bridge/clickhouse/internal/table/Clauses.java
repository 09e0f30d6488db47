package org.datxa.bridge.clickhouse.internal.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.datxa.bridge.clickhouse.internal.sql.Fragments;

/** What is read out of the text of a definition. */
public final class Clauses {
  private Clauses() {}

  static boolean expires(String engineFull) {
    return Fragments.hasWord(engineFull, "TTL");
  }

  static boolean rollsUp(String engineFull) {
    return expires(engineFull) && Fragments.hasWords(engineFull, "GROUP", "BY");
  }

  static Optional<String> setting(String engineFull, String name) {
    return Fragments.afterAssignment(engineFull, name);
  }

  /**
   * The expressions of a key.
   *
   * @param key one expression, or several in brackets
   * @return the expressions
   */
  public static List<String> keyParts(String key) {
    return Fragments.tuple(key);
  }

  /**
   * The arguments of an engine.
   *
   * @param engineFull the engine with its clauses
   * @return its arguments, none if it has no brackets
   */
  public static List<String> engineArguments(String engineFull) {
    int open = engineFull.indexOf('(');
    int blank = engineFull.indexOf(' ');
    if (open < 0 || (blank >= 0 && blank < open)) {
      return List.of();
    }
    return Fragments.tuple(engineFull.substring(open, Fragments.closing(engineFull, open) + 1));
  }

  /**
   * The conditions that every row must meet.
   *
   * @param definition the CREATE statement
   * @return the expressions of its CHECK constraints
   */
  public static List<String> checks(String definition) {
    List<String> checks = new ArrayList<>();
    int open = definition.indexOf('(');
    if (open < 0) {
      return checks;
    }
    String body = definition.substring(open, Fragments.closing(definition, open) + 1);
    for (String element : Fragments.tuple(body)) {
      Fragments.afterWords(element, "CONSTRAINT", "CHECK").ifPresent(checks::add);
    }
    return checks;
  }
}
