package org.datxa.simulation;

import java.util.Arrays;

/**
 * A list that never changes: a change gives another one, so that a copy costs nothing.
 *
 * @param <T> what is in it
 */
final class Cells<T> {
  private static final Cells<?> NONE = new Cells<>(new Object[0]);

  private final Object[] values;

  private Cells(Object[] values) {
    this.values = values;
  }

  @SuppressWarnings("unchecked") // nothing is in it
  static <T> Cells<T> none() {
    return (Cells<T>) NONE;
  }

  int size() {
    return values.length;
  }

  /** What is there, or null. */
  @SuppressWarnings("unchecked") // only with() puts something in
  T at(int index) {
    return index < values.length ? (T) values[index] : null;
  }

  Cells<T> with(int index, T value) {
    Object[] changed = Arrays.copyOf(values, Math.max(values.length, index + 1));
    changed[index] = value;
    return new Cells<>(changed);
  }
}
