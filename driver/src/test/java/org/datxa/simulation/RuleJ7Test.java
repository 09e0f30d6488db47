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

  @Test
  void j7_decisionThatAFailOverTookBack_isNotOurs() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.RECORDED, Part.ICE));
    Actor coordinator = script.coordinator();
    script
        .when("advance PREPARED>COMMITTED", Fate.ANSWER_LOST)
        .runUntil(coordinator, "advance COMMITTED>COMMITTED")
        .failOver()
        .run(coordinator);
    assertThat(script.lines(coordinator)).noneMatch(line -> line.startsWith("apply"));
    assertThat(script.violations()).isEmpty();
  }
}
