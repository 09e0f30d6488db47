package org.datxa.bridge.postgresql.internal;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Looks for the statements in a text that begin or end transactions, or that mark the session. */
final class SqlText {
  private static final Set<String> REFUSED =
      Set.of("BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE");
  private static final Set<String> CLEAN =
      Set.of(
          "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "WITH", "VALUES", "TABLE", "LOCK",
          "CALL", "EXPLAIN", "COPY", "FETCH", "MOVE", "CLOSE");
  private static final Set<String> MARKING =
      Set.of("SET_CONFIG", "TEMP", "TEMPORARY", "DBLINK_CONNECT");

  private final SqlWords words;
  private String refused;
  private boolean marking;

  private SqlText(String sql) {
    this.words = new SqlWords(sql);
    read();
  }

  static SqlText of(String sql) {
    return new SqlText(sql);
  }

  /** The first statement that would begin or end a transaction or a part of one. */
  Optional<String> transactionControl() {
    return Optional.ofNullable(refused);
  }

  /** Whether the session may be another one afterwards: settings, temporary tables, locks. */
  boolean marksSession() {
    return marking;
  }

  private void read() {
    String first = null;
    String previous = "";
    boolean body = false; // of a function in standard SQL: BEGIN ATOMIC … END
    for (String word = words.next(); word != null; word = words.next()) {
      String upper = word.toUpperCase(Locale.ROOT);
      if (upper.equals(";")) {
        first = null;
        previous = "";
        continue;
      }
      if (first == null) {
        first = upper;
        check(upper, body);
      }
      body |= upper.equals("ATOMIC") && previous.equals("BEGIN");
      noteSecond(first, previous, upper);
      marking |= MARKING.contains(upper) || upper.contains("ADVISORY");
      previous = upper;
    }
  }

  private void check(String word, boolean body) {
    boolean harmless = body && word.equals("END");
    if (refused == null && REFUSED.contains(word) && !harmless) {
      refused = word;
    }
    marking |= !CLEAN.contains(word);
  }

  private void noteSecond(String first, String previous, String word) {
    if (refused == null
        && first.equals("PREPARE")
        && previous.equals("PREPARE")
        && word.equals("TRANSACTION")) {
      refused = "PREPARE TRANSACTION";
    }
  }
}
