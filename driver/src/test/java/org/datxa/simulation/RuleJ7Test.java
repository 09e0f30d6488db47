package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.simulation.Script.Fate;
import org.datxa.simulation.Setup.Part;
import org.junit.jupiter.api.Test;

class RuleJ7Test {
  @Test
  void j7_tombstoneThatWasOnlyRead_isAcknowledgedBeforeItsFilesGo() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.ICE));
    Actor zombie = script.coordinator();
    script.runUntil(zombie, "insert COMMITTED");
    script.when("insert ABORTED tombstone", Fate.ANSWER_LOST).sweep();
    Actor pass = script.engine().pass();
    script.runUntil(pass, "discardStaged").failOver().run(pass).run(zombie);
    assertThat(script.violations()).isEmpty();
    assertThat(script.lines(pass)).contains("advance ABORTED>ABORTED v0 t1 -> done");
  }
}
