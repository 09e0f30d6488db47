package org.datxa.crash.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All cells, and which of them cannot exist. */
final class Cells {
  private Cells() {}

  /** Every cell, possible or not. */
  static List<Cell> all() {
    List<Cell> all = new ArrayList<>();
    for (Step step : Step.values()) {
      for (Happening happening : Happening.values()) {
        for (Way way : Way.values()) {
          for (Ledger ledger : Ledger.values()) {
            for (int bits = 0; bits < 4; bits++) {
              all.add(new Cell(step, (bits & 1) != 0, happening, way, ledger, (bits & 2) != 0));
            }
          }
        }
      }
    }
    return all;
  }

  static List<Cell> possible() {
    return all().stream().filter(it -> impossible(it).isEmpty()).toList();
  }

  /** Why a cell cannot exist; empty when it can. */
  static Optional<String> impossible(Cell cell) {
    return process(cell).or(() -> inJournal(cell)).or(() -> inStore(cell));
  }

  private static Optional<String> process(Cell cell) {
    boolean file = cell.ledger() == Ledger.FILE;
    if (file && (cell.two() || cell.happening() == Happening.TWIN)) {
      return no("a journal in a file refuses a second process");
    }
    if (file && cell.happening() == Happening.SERVER && cell.step().place() == Place.JOURNAL) {
      return no("a journal in a file has no server");
    }
    return Optional.empty();
  }

  private static Optional<String> inJournal(Cell cell) {
    boolean voting = cell.way().isVoting();
    boolean intent = cell.ledger() == Ledger.INTENT;
    return switch (cell.step()) {
      case JOURNAL_ACTIVE -> unless(intent, "ACTIVE is written with recorded intent only");
      case JOURNAL_PREPARED ->
          unless(voting || intent, "PREPARED is written for a vote or with recorded intent only");
      case JOURNAL_COMMITTED ->
          unless(
              voting || cell.ledger() != Ledger.STORE,
              "the decision goes into the store's own commit: pg_commit_deciding");
      case JOURNAL_ABORTED ->
          unless(voting || intent, "nothing was written down that would have to be revoked");
      case JOURNAL_CLEANED ->
          unless(voting, "after a refused prepare recovery cleans, not the coordinator");
      case JOURNAL_COMPACT ->
          unless(cell.way() == Way.UNIT, "compaction comes after it, whatever way it came in");
      default -> Optional.empty();
    };
  }

  private static Optional<String> inStore(Cell cell) {
    Way way = cell.way();
    return switch (cell.step()) {
      case PG_COMMIT, GRAPH_COMMIT ->
          unless(!way.hasOther(), "beside another resource nothing is committed in one phase");
      case PG_COMMIT_DECIDING ->
          unless(
              cell.ledger() == Ledger.STORE && !way.isVoting(),
              "a store carries the decision only where the journal is its own and nobody votes");
      case LAKE_MARK -> no("the marker of Iceberg goes with the data");
      case LAKE_ROLLBACK ->
          unless(!way.isVoting(), "after its vote what was staged is discarded: lake_discard");
      case LAKE_DISCARD ->
          unless(way.isVoting(), "before a vote the branch takes it back: lake_rollback");
      default -> Optional.empty();
    };
  }

  private static Optional<String> unless(boolean possible, String why) {
    return possible ? Optional.empty() : no(why);
  }

  private static Optional<String> no(String why) {
    return Optional.of(why);
  }
}
