package org.datxa.crash.matrix;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs that stand still together, until the same happens to all of them. */
final class Wave {
  private static final int MOST = 48;

  private final Cell first;
  private final Map<String, Integer> graphs = new HashMap<>();

  Wave(Cell first) {
    this.first = first;
  }

  Cell first() {
    return first;
  }

  /** Takes cells in order and puts those together that fit. */
  static List<List<Cell>> of(List<Cell> cells) {
    Map<String, List<Cell>> groups = new LinkedHashMap<>();
    cells.forEach(it -> groups.computeIfAbsent(group(it), key -> new ArrayList<>()).add(it));
    List<List<Cell>> waves = new ArrayList<>();
    groups.values().forEach(group -> cut(group, waves));
    return waves;
  }

  private static void cut(List<Cell> group, List<List<Cell>> waves) {
    List<Cell> rest = new ArrayList<>(group);
    while (!rest.isEmpty()) {
      List<Cell> wave = new ArrayList<>();
      List<Cell> later = new ArrayList<>();
      Map<String, Integer> graphs = new HashMap<>();
      Set<String> rare = new HashSet<>();
      for (Cell cell : rest) {
        boolean fits =
            wave.size() < MOST
                && graphs.getOrDefault(cell.site(), 0) + needed(cell) <= Site.GRAPHS
                && (!isRare(cell) || rare.add(cell.site() + cell.step()));
        (fits ? wave : later).add(cell);
        if (fits) {
          graphs.merge(cell.site(), needed(cell), Integer::sum);
        }
      }
      waves.add(wave);
      rest = later;
    }
  }

  /**
   * Whether only one of a site may stand still: one thread writes the notes, and two writers of a
   * graph collide.
   */
  private static boolean isRare(Cell cell) {
    return cell.step() == Step.JOURNAL_DONE || cell.step() == Step.GRAPH_COMMIT;
  }

  /** What must be the same of all runs of a wave. */
  static String group(Cell cell) {
    String server =
        cell.happening() == Happening.SERVER ? server(cell.step().place(), cell.ledger()) : "";
    return cell.happening() + " " + cell.two() + " " + server;
  }

  private static String server(Place place, Ledger ledger) {
    if (place != Place.JOURNAL) {
      return place.name();
    }
    return switch (ledger) {
      case STORE -> Place.PG.name();
      case DREVO -> Place.GRAPH.name();
      default -> Place.JOURNAL.name();
    };
  }

  /** How many graphs a run cannot do without. */
  private static int needed(Cell cell) {
    if (cell.step().isAborting() && !cell.way().hasOther()) {
      return 2;
    }
    return cell.step().place() == Place.GRAPH && !cell.step().isAlone() ? 1 : 0;
  }

  /** What a run writes. */
  Order order(String id, Cell cell) {
    List<String> stores = new ArrayList<>();
    switch (cell.step()) {
      case PG_COMMIT -> stores.add(Site.PG_ALONE);
      case GRAPH_COMMIT -> stores.add(Site.GRAPH_ALONE);
      default -> {
        stores.add("pg");
        if (cell.ledger() == Ledger.STORE) {
          stores.add("pg2");
        }
        stores.add("ch");
        stores.add("lake");
        for (int i = 0; i < needed(cell); i++) {
          stores.add(graph(cell));
        }
      }
    }
    return new Order(id, cell, Long.parseLong(id), stores);
  }

  private String graph(Cell cell) {
    return "g" + graphs.merge(cell.site(), 1, Integer::sum);
  }

  @Override
  public String toString() {
    return group(first).strip();
  }
}
