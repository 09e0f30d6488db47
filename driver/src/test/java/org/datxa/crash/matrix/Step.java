package org.datxa.crash.matrix;

/** A step of the protocol at a place. */
enum Step {
  PG_COMMIT(Place.PG, false),
  PG_COMMIT_DECIDING(Place.PG, false),
  PG_PREPARE(Place.PG, false),
  PG_COMMIT_PREPARED(Place.PG, false),
  PG_ROLLBACK_PREPARED(Place.PG, true),
  GRAPH_COMMIT(Place.GRAPH, false),
  GRAPH_PREPARE(Place.GRAPH, false),
  GRAPH_COMMIT_PREPARED(Place.GRAPH, false),
  GRAPH_ROLLBACK_PREPARED(Place.GRAPH, true),
  CH_STAGE(Place.CH, false),
  CH_APPLY(Place.CH, false),
  CH_MARK(Place.CH, false),
  LAKE_STAGE(Place.LAKE, false),
  LAKE_APPLY(Place.LAKE, false),
  LAKE_MARK(Place.LAKE, false),
  LAKE_ROLLBACK(Place.LAKE, true),
  LAKE_DISCARD(Place.LAKE, true),
  JOURNAL_ACTIVE(Place.JOURNAL, false),
  JOURNAL_PREPARED(Place.JOURNAL, false),
  JOURNAL_COMMITTED(Place.JOURNAL, false),
  JOURNAL_DONE(Place.JOURNAL, false),
  JOURNAL_ABORTED(Place.JOURNAL, true),
  JOURNAL_CLEANED(Place.JOURNAL, true),
  /** After the transaction; it is of the deployment. */
  JOURNAL_COMPACT(Place.JOURNAL, false);

  private final Place place;
  private final boolean aborting;

  Step(Place place, boolean aborting) {
    this.place = place;
    this.aborting = aborting;
  }

  Place place() {
    return place;
  }

  /** Whether only a transaction that is to abort comes here. */
  boolean isAborting() {
    return aborting;
  }

  /** Whether only a transaction of one store comes here. */
  boolean isAlone() {
    return this == PG_COMMIT || this == GRAPH_COMMIT;
  }

  /** The step of a call to a store or to a branch of it; null for other calls. */
  static Step of(Place place, String method) {
    String word =
        switch (method) {
          case "commit" -> "COMMIT";
          case "commitDeciding" -> "COMMIT_DECIDING";
          case "prepare", "prepareForeign" -> "PREPARE";
          case "commitPrepared", "commitForeign" -> "COMMIT_PREPARED";
          case "rollbackPrepared", "rollbackForeign" -> "ROLLBACK_PREPARED";
          case "stage" -> "STAGE";
          case "apply" -> "APPLY";
          case "mark" -> "MARK";
          case "discard" -> "DISCARD";
          case "rollback" -> "ROLLBACK";
          default -> "";
        };
    for (Step step : values()) {
      if (step.name().equals(place + "_" + word)) {
        return step;
      }
    }
    return null;
  }
}
