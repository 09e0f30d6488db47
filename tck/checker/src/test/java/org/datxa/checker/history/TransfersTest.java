package org.datxa.checker.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.datxa.checker.Answer;
import org.junit.jupiter.api.Test;

class TransfersTest {
  private static final Map<String, Long> BEFORE = Map.of("one.a", 10L, "two.b", 10L);

  private static List<String> check(
      Answer answer, Map<String, Long> after, Map<String, Map<String, Long>> ledgers) {
    return new Transfers(BEFORE, after, ledgers)
        .check(
            List.of(new Transfer("t1", "one.a", "two.b", 3, answer)), it -> Set.of("ch", "lake"));
  }

  private static Map<String, Map<String, Long>> both(long amount) {
    return Map.of("ch", Map.of("t1", amount), "lake", Map.of("t1", amount));
  }

  private static Map<String, Long> after(long one, long two) {
    return Map.of("one.a", one, "two.b", two);
  }

  @Test
  void whatTheLedgersExplainIsClean() {
    assertThat(check(Answer.COMMITTED, after(7, 13), both(3))).isEmpty();
    assertThat(check(Answer.NONE, after(7, 13), both(3))).isEmpty();
    assertThat(check(Answer.NONE, BEFORE, Map.of())).isEmpty();
    assertThat(check(Answer.ABORTED, BEFORE, Map.of())).isEmpty();
  }

  @Test
  void theTotalIsWatched() {
    assertThat(check(Answer.COMMITTED, after(7, 10), both(3)))
        .containsExactlyInAnyOrder(
            "the total was 20 and is 17", "two.b holds 10, the ledgers explain 13");
  }

  @Test
  void ledgersAreWatched() {
    assertThat(check(Answer.ABORTED, after(7, 13), both(3)).toString()).contains("is in the");
    assertThat(check(Answer.COMMITTED, after(7, 13), Map.of()).toString()).contains("in none");
    assertThat(check(Answer.NONE, after(7, 13), Map.of("ch", Map.of("t1", 3L))).toString())
        .contains("is in the ledgers [ch] and not in the others");
    assertThat(check(Answer.COMMITTED, after(7, 13), both(4)).toString())
        .contains("has the amount 4");
    assertThat(check(Answer.NONE, BEFORE, Map.of("ch", Map.of("t2", 3L))).toString())
        .contains("unknown t2");
  }

  @Test
  void balancesAreWatchedWhenTheTotalIsRight() {
    assertThat(check(Answer.COMMITTED, after(10, 10), both(3))).hasSize(2);
  }
}
