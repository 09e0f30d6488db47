package org.datxa.internal.jta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentXidsTest {
  private final RecentXids xids = new RecentXids(3);

  @Test
  void whenThereAreTooMany_theOldestIsForgotten() {
    for (int i = 0; i < 5; i++) {
      xids.add("xid " + i);
    }
    assertThat(xids.contains("xid 1")).isFalse();
    assertThat(xids.contains("xid 2")).isTrue();
    assertThat(xids.contains("xid 4")).isTrue();
  }

  @Test
  void whatIsNotedAgainIsTheNewest() {
    xids.add("a");
    xids.add("b");
    xids.add("c");
    xids.add("a");
    xids.add("d");
    assertThat(xids.contains("a")).isTrue();
    assertThat(xids.contains("b")).isFalse();
    xids.remove("a");
    assertThat(xids.contains("a")).isFalse();
  }
}
