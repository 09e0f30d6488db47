package org.datxa.checker.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.datxa.checker.history.Anomaly.Kind;

/**
 * Judges a history of transactions that append to lists and read them. Since a list shows all its
 * appends in their order, the reads tell which transaction came before which; a circle of such
 * relations is an anomaly, and which one depends on the relations in it.
 *
 * <p>Each store is judged alone, by what it promises. All together are judged as {@link
 * Level#READ_COMMITTED}: a decision in one journal orders all that was overwritten or read of
 * committed work, but a reader may meet one store before and another after the same commit, so a
 * circle with a missed write is no broken promise there.
 */
public final class ListAppend {
  /** The scope of all stores together. */
  public static final String ACROSS = "all stores";

  private ListAppend() {}

  /**
   * Judges a history.
   *
   * @param history all transactions that ever wrote to the lists
   * @param finals what each list held when all was over; a list that is not read here is empty
   * @param promises what each store promises
   * @return all anomalies, forbidden and allowed ones; of circles the shortest of each kind
   */
  public static List<Anomaly> check(
      List<Txn> history, List<Op.Read> finals, Map<String, Level> promises) {
    List<Anomaly> found = new ArrayList<>();
    new TreeMap<>(promises)
        .forEach(
            (store, level) -> found.addAll(new Scope(store, level, history, finals).anomalies()));
    if (promises.size() > 1) {
      new Scope(ACROSS, Level.READ_COMMITTED, history, finals)
          .anomalies().stream().filter(it -> isOfMoreThanOneStore(it.kind())).forEach(found::add);
    }
    return found;
  }

  private static boolean isOfMoreThanOneStore(Kind kind) {
    return switch (kind) {
      case G0, G1C, G_SINGLE, G2, HALF -> true;
      default -> false;
    };
  }

  /**
   * Only what must not be.
   *
   * @param anomalies any
   * @return the forbidden ones
   */
  public static List<Anomaly> forbidden(List<Anomaly> anomalies) {
    return anomalies.stream().filter(Anomaly::forbidden).toList();
  }
}
