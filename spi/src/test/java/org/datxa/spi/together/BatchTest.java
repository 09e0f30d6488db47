package org.datxa.spi.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class BatchTest {
  private record Part(String kind, int number) {}

  private static final Part A1 = new Part("a", 1);
  private static final Part B2 = new Part("b", 2);
  private static final Part A3 = new Part("a", 3);

  private final Batch<Part, String> batch = new Batch<>(List.of(A1, B2, A3), Part::kind);

  @Test
  void equalKinds_goTogether_inTheOrderInWhichTheyCame() {
    assertThat(batch.next()).containsExactly(A1, A3);
    batch.answered("written");
    assertThat(batch.next()).containsExactly(B2);
    batch.answered("refused");
    assertThat(batch.next()).isEmpty();
    assertThat(batch.answer(A3)).hasValue("written");
    assertThat(batch.answer(B2)).hasValue("refused");
  }

  @Test
  void whatIsNotWrittenYet_hasNoAnswer() {
    batch.answered("written");
    assertThat(batch.answer(B2)).isEmpty();
  }

  @Test
  void whatIsSetApart_isWrittenOneByOne_andAnsweredEachForItself() {
    assertThat(batch.apart()).isTrue();
    assertThat(batch.answer(A1)).isEmpty();
    assertThat(batch.next()).containsExactly(A1);
    assertThat(batch.apart()).as("one alone is not set apart again").isFalse();
    batch.answered("refused");
    assertThat(batch.next()).containsExactly(A3);
    batch.answered("written");
    assertThat(batch.answer(A1)).hasValue("refused");
    assertThat(batch.answer(A3)).hasValue("written");
  }

  @Test
  void equalPartsOfTwoCallers_areAnsweredEach() {
    Part one = new Part("c", 1);
    Part other = new Part("c", 1);
    Batch<Part, String> twice = new Batch<>(List.of(one, other), Part::kind);
    twice.apart();
    twice.answered("first");
    assertThat(twice.answer(other)).isEmpty();
    twice.answered("second");
    assertThat(twice.answer(one)).hasValue("first");
    assertThat(twice.answer(other)).hasValue("second");
  }

  @Test
  void afterTheLast_nothingCanBeAnswered() {
    batch.answered("written");
    batch.answered("written");
    assertThatThrownBy(() -> batch.answered("again")).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void inEveryOrder_eachIsAnsweredOnce_byAWriteThatItWasIn() {
    long seed = Long.getLong("datxa.batch.seed", ThreadLocalRandom.current().nextInt());
    System.out.println("batch: seed=" + seed);
    Random random = new Random(seed);
    for (int run = 0; run < 500; run++) {
      List<Part> taken = new ArrayList<>();
      for (int i = 0; i < random.nextInt(8); i++) {
        taken.add(new Part("k" + random.nextInt(3), i));
      }
      written(taken, random, seed);
    }
  }

  private static void written(List<Part> taken, Random random, long seed) {
    Batch<Part, List<Part>> some = new Batch<>(taken, Part::kind);
    List<Part> all = new ArrayList<>();
    for (List<Part> now = some.next(); !now.isEmpty(); now = some.next()) {
      if (random.nextBoolean() || !some.apart()) {
        some.answered(now);
        all.addAll(now);
      }
    }
    assertThat(all).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(taken);
    for (Part part : taken) {
      assertThat(some.answer(part).orElseThrow()).as("seed %d", seed).contains(part);
    }
  }
}
