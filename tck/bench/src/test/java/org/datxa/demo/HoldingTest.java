package org.datxa.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HoldingTest {
  private static final Holding EXPECTED =
      new Holding("TPC-H", List.of(Row.customer(1, 100), Row.customer(2, 250)));

  private static List<String> differences(Row... rows) {
    return new Holding("store", List.of(rows)).differencesTo(EXPECTED);
  }

  @Test
  void sameRowsInAnotherOrder_agree() {
    assertThat(differences(Row.customer(2, 250), Row.customer(1, 100))).isEmpty();
  }

  @Test
  void missingRow_isFound() {
    assertThat(differences(Row.customer(1, 100)))
        .containsExactly("store: customer 2 balance 250: 1 x missing");
  }

  @Test
  void rowThatCameTwice_isFound() {
    assertThat(differences(Row.customer(1, 100), Row.customer(2, 250), Row.customer(2, 250)))
        .containsExactly("store: customer 2 balance 250: 1 x too often");
  }

  @Test
  void centsThatMovedBetweenRows_areFoundAlthoughTheSumAgrees() {
    assertThat(differences(Row.customer(1, 101), Row.customer(2, 249))).hasSize(4);
  }
}
