package org.datxa.checker.history;

import java.util.List;
import java.util.stream.Collectors;

/** One step of a transaction at a list, which is named by its store and key. */
public sealed interface Op {
  /**
   * The store.
   *
   * @return its name
   */
  String store();

  /**
   * The list in the store.
   *
   * @return its key
   */
  String key();

  /**
   * Puts an element at the end of a list.
   *
   * @param store the store
   * @param key the list
   * @param element the element; nobody else appends the same to this list
   */
  record Append(String store, String key, long element) implements Op {
    @Override
    public String toString() {
      return "append " + store + "." + key + " " + element;
    }
  }

  /**
   * Reads a whole list.
   *
   * @param store the store
   * @param key the list
   * @param elements what was read
   */
  record Read(String store, String key, List<Long> elements) implements Op {
    /**
     * Keeps a copy.
     *
     * @param store the store
     * @param key the list
     * @param elements what was read
     */
    public Read {
      elements = List.copyOf(elements);
    }

    @Override
    public String toString() {
      return "read "
          + store
          + "."
          + key
          + elements.stream().map(String::valueOf).collect(Collectors.joining(" ", " [", "]"));
    }
  }
}
