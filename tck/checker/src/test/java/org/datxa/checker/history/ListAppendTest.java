package org.datxa.checker.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.datxa.checker.history.Anomaly.Kind;
import org.junit.jupiter.api.Test;

/** Each anomaly written down by hand, and clean histories. */
class ListAppendTest {
  private static final Map<String, Level> ONE = Map.of("a", Level.SERIALIZABLE);
  private static final Map<String, Level> TWO =
      Map.of("a", Level.SERIALIZABLE, "b", Level.SERIALIZABLE);

  private static List<Anomaly> check(Map<String, Level> promises, String... lines) {
    Histories histories = Histories.of(lines);
    return ListAppend.check(histories.txns(), histories.finals(), promises);
  }

  private static List<Kind> kinds(Map<String, Level> promises, String... lines) {
    return check(promises, lines).stream().map(Anomaly::kind).toList();
  }

  @Test
  void oneAfterTheOther_isClean() {
    assertThat(
            check(
                TWO,
                "T1 a.x+1 a.x:1 b.y+1",
                "T2 a.x:1 b.y:1 a.x+2 b.y+2",
                "T3! a.x+9",
                "T4? a.x+3 b.y+3",
                "T5? a.x+8 b.y+8",
                "T6 a.x:1,2,3 b.y:1,2,3 a.z:",
                "end a.x:1,2,3 b.y:1,2,3"))
        .isEmpty();
  }

  @Test
  void g0_overwrittenInBothOrders() {
    assertThat(kinds(ONE, "T1 a.x+1 a.y+1", "T2 a.x+2 a.y+2", "end a.x:1,2 a.y:2,1"))
        .containsExactly(Kind.G0);
  }

  @Test
  void g0_overTwoStores_isFoundInNeitherAloneAndForbidden() {
    List<Anomaly> found = check(TWO, "T1 a.x+1 b.y+1", "T2 a.x+2 b.y+2", "end a.x:1,2 b.y:2,1");
    assertThat(found).hasSize(1);
    assertThat(found.get(0).kind()).isEqualTo(Kind.G0);
    assertThat(found.get(0).scope()).isEqualTo(ListAppend.ACROSS);
    assertThat(found.get(0).forbidden()).isTrue();
    assertThat(found.get(0).toString())
        .contains("a circle of 2")
        .contains("T1 (COMMITTED): append a.x 1, append b.y 1")
        .contains("T1 -WW-> T2: a.x has 1 before 2")
        .contains("T2 -WW-> T1: b.y has 2 before 1");
  }

  @Test
  void g1a_readOfWhatWasRolledBack() {
    assertThat(kinds(ONE, "T1! a.x+1", "T2 a.x:1", "end a.x:")).contains(Kind.G1A);
    assertThat(kinds(ONE, "T1! a.x+1", "end a.x:1")).containsExactly(Kind.G1A);
  }

  @Test
  void g1b_readOfWhatWasNotTheLast() {
    assertThat(kinds(ONE, "T1 a.x+1 a.x+2", "T2 a.x:1", "end a.x:1,2")).contains(Kind.G1B);
  }

  @Test
  void g1c_sawOneAnother() {
    List<Anomaly> found = check(ONE, "T1 a.x+1 a.y:2", "T2 a.y+2 a.x:1", "end a.x:1 a.y:2");
    assertThat(found).extracting(Anomaly::kind).containsExactly(Kind.G1C);
    assertThat(found.get(0).text()).contains("T1 -WR-> T2: T2 saw 1 in a.x");
  }

  @Test
  void g1c_overTwoStores_isForbidden() {
    assertThat(
            ListAppend.forbidden(check(TWO, "T1 a.x+1 b.y:2", "T2 b.y+2 a.x:1", "end a.x:1 b.y:2")))
        .extracting(Anomaly::kind)
        .containsExactly(Kind.G1C);
  }

  @Test
  void gSingle_readSkew_isForbiddenInAStoreOfThatLevelAlone() {
    String[] lines = {"T1 a.x+1 a.y+1", "T2 a.x:1 a.y:", "end a.x:1 a.y:1"};
    assertThat(kinds(ONE, lines)).containsExactly(Kind.G_SINGLE);
    assertThat(ListAppend.forbidden(check(ONE, lines))).hasSize(1);
    assertThat(ListAppend.forbidden(check(Map.of("a", Level.SNAPSHOT), lines))).hasSize(1);
    assertThat(ListAppend.forbidden(check(Map.of("a", Level.READ_COMMITTED), lines))).isEmpty();
  }

  @Test
  void gSingle_readerThatMetOneStoreBeforeAndOneAfter_isAllowed() {
    List<Anomaly> found = check(TWO, "T1 a.x+1 b.y+1", "T2 a.x:1 b.y:", "end a.x:1 b.y:1");
    assertThat(found).extracting(Anomaly::kind).containsExactly(Kind.G_SINGLE);
    assertThat(ListAppend.forbidden(found)).isEmpty();
  }

  @Test
  void g2_writeSkew() {
    String[] lines = {"T1 a.x: a.y+1", "T2 a.y: a.x+2", "end a.x:2 a.y:1"};
    assertThat(kinds(ONE, lines)).containsExactly(Kind.G2);
    assertThat(ListAppend.forbidden(check(Map.of("a", Level.SNAPSHOT), lines))).isEmpty();
  }

  @Test
  void circleOfManyIsFound_andTheShortestIsTold() {
    List<Anomaly> found =
        check(
            ONE,
            "T1 a.x+1 a.z:3",
            "T2 a.x:1 a.y+2",
            "T3 a.y:2 a.z+3",
            "T4 a.q+4 a.r+4",
            "T5 a.q+5 a.r+5",
            "end a.x:1 a.y:2 a.z:3 a.q:4,5 a.r:5,4");
    assertThat(found).extracting(Anomaly::kind).containsExactly(Kind.G0, Kind.G1C);
    assertThat(found.get(1).text()).contains("a circle of 3");
  }

  @Test
  void twoOrdersOfOneList() {
    assertThat(kinds(ONE, "T1 a.x+1", "T2 a.x+2", "T3 a.x:2", "end a.x:1,2")).contains(Kind.ORDER);
  }

  @Test
  void garbage() {
    assertThat(kinds(ONE, "T1 a.x+1", "end a.x:1,7")).contains(Kind.GARBAGE);
    assertThat(kinds(ONE, "T1 a.x+1", "end a.x:1,1")).contains(Kind.GARBAGE);
  }

  @Test
  void ownAppendIsNotSeen() {
    assertThat(kinds(ONE, "T1 a.x+1 a.x:", "end a.x:1")).contains(Kind.INTERNAL);
  }

  @Test
  void lostAndHalf() {
    assertThat(kinds(ONE, "T1 a.x+1", "end a.x:")).containsExactly(Kind.LOST);
    assertThat(check(TWO, "T1? a.x+1 b.y+1", "end a.x:1 b.y:"))
        .extracting(Anomaly::kind)
        .containsExactly(Kind.HALF);
    assertThat(check(TWO, "T1? a.x+1 b.y+1", "end a.x: b.y:")).isEmpty();
  }

  @Test
  void oneElementOfTwoTransactionsTellsNothing() {
    assertThatThrownBy(() -> check(ONE, "T1 a.x+1", "T2 a.x+1"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** What runs one after the other is clean, however it is mixed; one exchanged read is not. */
  @Test
  void manyRandomSerialHistoriesAreClean() {
    long seed = 20260101;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      Serial serial = new Serial(random, 40);
      assertThat(ListAppend.check(serial.txns, serial.finals(), TWO))
          .as("seed %d, round %d", seed, round)
          .isEmpty();
    }
  }

  /** A store that really runs one transaction after the other. */
  private static final class Serial {
    private final Map<String, List<Long>> lists = new java.util.TreeMap<>();
    private final List<Txn> txns = new ArrayList<>();
    private long element;

    Serial(Random random, int count) {
      for (int i = 0; i < count; i++) {
        List<Op> ops = new ArrayList<>();
        for (int step = 0; step < 1 + random.nextInt(4); step++) {
          ops.add(step(random.nextBoolean() ? "a" : "b", "k" + random.nextInt(3), random));
        }
        txns.add(new Txn("T" + i, Txn.End.COMMITTED, ops));
      }
    }

    private Op step(String store, String key, Random random) {
      List<Long> list = lists.computeIfAbsent(store + "." + key, it -> new ArrayList<>());
      if (random.nextBoolean()) {
        return new Op.Read(store, key, list);
      }
      list.add(++element);
      return new Op.Append(store, key, element);
    }

    List<Op.Read> finals() {
      List<Op.Read> finals = new ArrayList<>();
      lists.forEach(
          (name, list) -> finals.add(new Op.Read(name.substring(0, 1), name.substring(2), list)));
      return finals;
    }
  }
}
