package org.datxa.bridge.clickhouse.internal.jdbc;

import java.util.Arrays;

/** Update counts in the forms in which JDBC asks for them. */
final class Counts {
  private Counts() {}

  static Object result(String method, long count) {
    return switch (method) {
      case "execute" -> false;
      case "executeLargeUpdate" -> count;
      default -> Math.toIntExact(count);
    };
  }

  static long[] large(int[] counts) {
    return Arrays.stream(counts).asLongStream().toArray();
  }
}
