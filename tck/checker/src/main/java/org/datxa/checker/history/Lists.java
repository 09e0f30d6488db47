package org.datxa.checker.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lists of a scope: who appended what, and in which order it came to be. */
final class Lists {
  /** A list of one store. */
  record Name(String store, String key) {
    static Name of(Op op) {
      return new Name(op.store(), op.key());
    }

    @Override
    public String toString() {
      return store + "." + key;
    }
  }

  private final Map<Name, Map<Long, Txn>> writers = new HashMap<>();
  private final Map<Name, List<Long>> longest = new LinkedHashMap<>();

  void append(Txn txn, Op.Append append) {
    Txn other =
        writers.computeIfAbsent(Name.of(append), it -> new HashMap<>()).put(append.element(), txn);
    if (other != null) {
      throw new IllegalArgumentException(
          "Appended by two transactions, so nothing can be told: " + append);
    }
  }

  /** Remembers the longest reading; tells whether this one and it are parts of one order. */
  boolean read(Op.Read read) {
    List<Long> known = longest.getOrDefault(Name.of(read), List.of());
    List<Long> shorter = known.size() < read.elements().size() ? known : read.elements();
    List<Long> longer = shorter == known ? read.elements() : known;
    boolean fits = longer.subList(0, shorter.size()).equals(shorter);
    if (fits) {
      longest.put(Name.of(read), longer);
    }
    return fits;
  }

  Map<Name, List<Long>> orders() {
    return longest;
  }

  List<Long> order(Name name) {
    return longest.getOrDefault(name, List.of());
  }

  /** Who appended an element; null when nobody did. */
  Txn writer(Name name, long element) {
    return writers.getOrDefault(name, Map.of()).get(element);
  }

  /** The elements that a transaction appended to a list, in its order. */
  static List<Long> of(Txn txn, Name name) {
    List<Long> elements = new ArrayList<>();
    for (Op op : txn.ops()) {
      if (op instanceof Op.Append append && Name.of(op).equals(name)) {
        elements.add(append.element());
      }
    }
    return elements;
  }
}
