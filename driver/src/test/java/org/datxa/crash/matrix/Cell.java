package org.datxa.crash.matrix;

import java.util.Locale;

/**
 * One cell of the matrix.
 *
 * @param step where
 * @param after whether the step has had its effect
 * @param happening what happens there
 * @param way how the transaction came in
 * @param ledger what the journal is
 * @param two whether two processes recover at once
 */
record Cell(Step step, boolean after, Happening happening, Way way, Ledger ledger, boolean two) {
  /** Which deployment it needs. */
  String site() {
    String kind = way.isSplit() ? "-split" : step == Step.JOURNAL_COMPACT ? Site.COMPACTING : "";
    return ledger.name().toLowerCase(Locale.ROOT) + kind;
  }

  static Cell parse(String text) {
    String[] parts = text.toUpperCase(Locale.ROOT).split("/", -1);
    return new Cell(
        Step.valueOf(parts[0]),
        parts[1].equals("AFTER"),
        Happening.valueOf(parts[2]),
        Way.valueOf(parts[3]),
        Ledger.valueOf(parts[4]),
        parts[5].equals("TWO"));
  }

  @Override
  public String toString() {
    return String.join(
            "/",
            step.name(),
            after ? "AFTER" : "BEFORE",
            happening.name(),
            way.name(),
            ledger.name(),
            two ? "TWO" : "ONE")
        .toLowerCase(Locale.ROOT);
  }
}
