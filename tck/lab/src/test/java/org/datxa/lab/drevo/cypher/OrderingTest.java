package org.datxa.lab.drevo.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class OrderingTest {

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final Bench bench = new Bench();

  @Test
  void kindsHaveAnOrder_nullIsLast() {
    List<Object> ordered =
        Arrays.asList(
            Map.of("a", 1L),
            Map.of("b", 0L),
            List.of(),
            List.of(1L, 2L),
            List.of(2L),
            "a",
            "b",
            false,
            true,
            -1.5,
            0L,
            Double.POSITIVE_INFINITY,
            Double.NaN,
            null);
    List<Object> shuffled = new ArrayList<>(ordered);
    Collections.shuffle(shuffled, random);
    assertThat(column("UNWIND $v AS x RETURN x ORDER BY x", shuffled)).isEqualTo(ordered);
    Collections.reverse(ordered);
    assertThat(column("UNWIND $v AS x RETURN x ORDER BY x DESC", shuffled)).isEqualTo(ordered);
  }

  @RepeatedTest(20)
  void skipAndLimitCutTheOrderedRows() {
    List<Object> values = values(random.nextInt(12));
    long skip = random.nextInt(14);
    long limit = random.nextInt(14);
    List<Object> all = column("UNWIND $v AS x RETURN x ORDER BY x", values);
    List<Object> cut =
        column("UNWIND $v AS x RETURN x ORDER BY x SKIP " + skip + " LIMIT " + limit, values);
    int from = (int) Math.min(skip, all.size());
    int to = (int) Math.min(from + limit, all.size());
    assertThat(cut).as("seed %s", seed).isEqualTo(all.subList(from, to));
    for (int i = 1; i < all.size(); i++) {
      assertThat(Comparing.whole(all.get(i - 1), all.get(i))).as("seed %s", seed).isNotPositive();
    }
  }

  @RepeatedTest(20)
  void distinctAndGroupsAgree() {
    List<Object> values = values(20);
    List<Object> distinct = column("UNWIND $v AS x RETURN DISTINCT x", values);
    List<Object> grouped = column("UNWIND $v AS x RETURN x, count(*)", values);
    assertThat(distinct).as("seed %s", seed).isEqualTo(grouped);
    long total = (Long) column("UNWIND $v AS x WITH x, count(*) AS c RETURN sum(c)", values).get(0);
    assertThat(total).isEqualTo(values.size());
  }

  @RepeatedTest(20)
  void storedValuesComeBack() {
    List<Object> values = values(10);
    Answer answer = bench.run("CREATE (n:A {v: $v}) RETURN n.v", Map.of("v", values));
    assertThat(answer.rows().get(0).get(0)).as("seed %s", seed).isEqualTo(values);
  }

  private List<Object> column(String text, List<Object> values) {
    List<Object> column = new ArrayList<>();
    bench.run(text, Map.of("v", values)).rows().forEach(row -> column.add(row.get(0)));
    return column;
  }

  private List<Object> values(int count) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(value(2));
    }
    return values;
  }

  private Object value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextLong();
      case 3 -> (long) random.nextInt(4);
      case 4 -> random.nextInt(8) / 2.0;
      case 5 -> "s" + random.nextInt(4);
      case 6 -> new ArrayList<>(Arrays.asList(value(depth - 1), value(depth - 1)));
      default -> {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("k" + random.nextInt(2), value(depth - 1));
        yield map;
      }
    };
  }
}
