package org.datxa.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class VariantTest {
  @Test
  void argumentsChoose() {
    assertThat(Variant.of("--manager", "atomikos", "--shape", "split"))
        .isEqualTo(new Variant("atomikos", "split"));
    assertThat(Variant.of("--shape", "split")).isEqualTo(new Variant("narayana", "split"));
    assertThat(Variant.of()).isEqualTo(Variant.USUAL);
  }

  @Test
  void whatIsUnknown_isNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.of("--manager", "other"))
        .withMessageContaining("narayana");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.of("--shape"))
        .withMessageContaining("split");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.of("--what", "split"))
        .withMessageContaining("--what");
  }
}
