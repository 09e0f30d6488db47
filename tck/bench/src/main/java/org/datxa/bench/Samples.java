package org.datxa.bench;

import java.util.Arrays;

/** Durations of one kind. */
final class Samples {
  private final String name;
  private long[] nanos = new long[256];
  private int count;

  Samples(String name) {
    this.name = name;
  }

  void add(long value) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = value;
  }

  double micros(double quantile) {
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(count - 1L, (long) (quantile * count))] / 1000.0;
  }

  double medianOver(Samples other) {
    return micros(0.5) / other.micros(0.5);
  }

  @Override
  public String toString() {
    return String.format(
        "%-44s median %9.0f us   p99 %9.0f us   (%d)", name, micros(0.5), micros(0.99), count);
  }
}
