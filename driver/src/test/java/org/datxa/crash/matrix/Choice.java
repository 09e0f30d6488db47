package org.datxa.crash.matrix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Which of the possible cells are run, when not all of them are. */
final class Choice {
  private Choice() {}

  /**
   * Some cells of each step, side and happening, so that ways, journals and numbers of recoverers
   * are all met, the rarest first.
   *
   * @param each how many of each
   */
  static List<Cell> of(int each) {
    Map<String, List<Cell>> points =
        Cells.possible().stream()
            .collect(
                Collectors.groupingBy(
                    it -> it.step() + " " + it.after() + " " + it.happening(),
                    java.util.TreeMap::new,
                    Collectors.toList()));
    Map<String, Integer> used = new HashMap<>();
    List<Cell> chosen = new ArrayList<>();
    points.forEach(
        (point, cells) -> {
          List<Cell> rest = new ArrayList<>(cells);
          for (int i = 0; i < each && !rest.isEmpty(); i++) {
            Cell next = rest.stream().min(Comparator.comparingInt(it -> uses(used, it))).get();
            rest.remove(next);
            chosen.add(next);
            features(next).forEach(it -> used.merge(it, 1, Integer::sum));
          }
        });
    return chosen;
  }

  private static int uses(Map<String, Integer> used, Cell cell) {
    int sum = 0;
    for (String feature : features(cell)) {
      int times = used.getOrDefault(feature, 0);
      sum += feature.startsWith("here") ? 1000 * times : times;
    }
    return sum;
  }

  private static List<String> features(Cell cell) {
    String here = "here " + cell.step() + " " + cell.happening() + " ";
    return List.of(
        here + cell.way(),
        here + cell.ledger(),
        here + cell.two(),
        cell.way() + " " + cell.ledger() + " " + cell.happening(),
        cell.happening() + " " + cell.two());
  }
}
