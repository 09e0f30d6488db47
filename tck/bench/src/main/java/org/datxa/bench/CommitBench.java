package org.datxa.bench;

import java.sql.Connection;
import java.util.List;
import org.datxa.lab.Lab;

/**
 * Measures in one run, interleaved, so that what disturbs the machine disturbs all alike: a plain
 * local commit, and the decision of the same rows in PostgreSQL with others in ClickHouse and
 * Iceberg, with the journal in the same database and in one of its own, and with drevo; the engine
 * alone; and many threads on one graph.
 */
public final class CommitBench {
  private static final int WARM_UP = 30;
  private static final int ITERATIONS = Integer.getInteger("datxa.bench.iterations", 150);

  private CommitBench() {}

  /**
   * Measures and prints.
   *
   * @param arguments none
   * @throws Exception when something cannot be measured
   */
  public static void main(String[] arguments) throws Exception {
    EngineAlone.print();
    try (Lab lab = Lab.create()) {
      wholeCommits(lab);
      GraphBench.print(lab);
    }
  }

  private static void wholeCommits(Lab lab) throws Exception {
    String plain = lab.postgres().newDatabase("plain");
    lab.postgres().execute(plain, BedRows.TABLE);
    try (Connection connection = lab.postgres().connect(plain);
        Bed coLocated = new Bed(lab, Bed.Shape.CO_LOCATED);
        Bed separate = new Bed(lab, Bed.Shape.SEPARATE);
        Bed allFour = new Bed(lab, Bed.Shape.ALL_FOUR)) {
      connection.setAutoCommit(false);
      List<Bed> beds = List.of(coLocated, separate, allFour);
      run(connection, beds, WARM_UP).forget();
      run(connection, beds, ITERATIONS).print();
    }
  }

  private static Result run(Connection plain, List<Bed> beds, int times) throws Exception {
    Result result = new Result();
    for (int i = 0; i < times; i++) {
      BedRows.write(plain);
      long began = System.nanoTime();
      plain.commit();
      result.local.add(System.nanoTime() - began);
      Stopwatch first = beds.get(0).transaction();
      result.stage.add(first.stageNanos());
      result.coLocated.add(first.decisionNanos());
      result.separate.add(beds.get(1).transaction().decisionNanos());
      result.allFour.add(beds.get(2).transaction().decisionNanos());
    }
    return result;
  }

  private static final class Result {
    private final Samples local = new Samples("plain local commit of the PostgreSQL rows");
    private final Samples stage = new Samples("stage of the three stores");
    private final Samples coLocated = new Samples("end of stage to decision, co-located");
    private final Samples separate = new Samples("end of stage to decision, separate journal");

    private final Samples allFour = new Samples("the same, drevo too (all four stores)");

    void forget() {
      // the figures of the warm-up say nothing
    }

    void print() {
      System.out.println(local);
      System.out.println(stage);
      System.out.println(coLocated);
      System.out.println(separate);
      System.out.println(allFour);
      ratio("co-located decision / local commit", coLocated.medianOver(local), "at most 1.25");
      ratio("separate decision / local commit", separate.medianOver(local), "at most 3");
      ratio("all four stores / local commit", allFour.medianOver(local), "at most 3");
    }

    private static void ratio(String what, double value, String target) {
      System.out.printf("%-44s %6.2f   (target: %s)%n", what, value, target);
    }
  }
}
