package org.datxa.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ErrorKindTest {
  @Test
  void e1_onlyTransientErrorsAreWorthAnotherRun() {
    assertThat(Arrays.stream(ErrorKind.values()).filter(ErrorKind::retryable))
        .containsExactly(ErrorKind.TRANSIENT);
    assertThat(ErrorKind.values()).hasSize(4);
  }
}
