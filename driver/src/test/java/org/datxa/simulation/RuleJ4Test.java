package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.simulation.Setup.Part;
import org.junit.jupiter.api.Test;

class RuleJ4Test {
  @Test
  void j4_tombstoneBehindAFullPageOfCleanedOnes_isCleaned() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.ICE).withPage(1));
    for (int i = 0; i < 3; i++) {
      Actor coordinator = script.coordinator();
      script.runUntil(coordinator, "insert COMMITTED");
      coordinator.crash();
    }
    assertThat(script.violations()).isEmpty();
  }
}
