package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Setup.Part;
import org.junit.jupiter.api.Test;

class RuleJ7Test {
  @Test
  void j7_tombstoneThatWasOnlyRead_isAcknowledgedBeforeItsFilesGo() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.ICE));
    Actor zombie = script.coordinator();
    script.runUntil(zombie, "insert COMMITTED");
    script.when("insert ABORTED tombstone", Fate.ANSWER_LOST_EARLY).sweep();
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
        .when("advance PREPARED>COMMITTED", Fate.ANSWER_LOST_EARLY)
        .runUntil(coordinator, "advance COMMITTED>COMMITTED")
        .failOver()
        .run(coordinator);
    assertThat(script.lines(coordinator)).noneMatch(line -> line.startsWith("apply"));
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j7_tombstoneThatAFailOverTookBack_rollsNoDecidedBranchBack() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.B));
    Actor zombie = script.coordinator();
    script.runUntil(zombie, "insert COMMITTED");
    script.when("insert ABORTED tombstone", Fate.ANSWER_LOST_EARLY).pass();
    Actor pass = script.engine().pass();
    script.runUntil(pass, "advance ABORTED>ABORTED").failOver();
    script.runUntil(zombie, "commitPrepared").run(pass).run(zombie);
    assertThat(script.lines(pass)).noneMatch(line -> line.startsWith("rollbackPrepared"));
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j7_tombstoneThatAFailOverTookBack_discardsNoDecidedFiles() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.ICE));
    Actor zombie = script.coordinator();
    script.runUntil(zombie, "insert COMMITTED");
    script.when("insert ABORTED tombstone", Fate.ANSWER_LOST_EARLY).sweep();
    Actor sweep = script.engine().sweep();
    script.runUntil(sweep, "advance ABORTED>ABORTED").failOver();
    script.runUntil(zombie, "apply").run(sweep).run(zombie);
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j7_tombstoneThatAFailOverTookBack_isNotCleaned() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.ICE));
    Actor zombie = script.coordinator();
    script.runUntil(zombie, "insert COMMITTED");
    script.when("insert ABORTED tombstone", Fate.ANSWER_LOST_EARLY).sweep();
    Actor pass = script.engine().pass();
    script.runUntil(pass, "advance ABORTED>ABORTED").failOver();
    script.runUntil(zombie, "apply").run(pass).run(zombie);
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j7_abortedThatAFailOverTookBack_isNotCleaned() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.RECORDED, Part.ICE));
    Actor zombie = script.coordinator();
    script.runUntil(zombie, "advance PREPARED>COMMITTED");
    script.when("advance PREPARED>ABORTED", Fate.ANSWER_LOST_EARLY).pass();
    Actor pass = script.engine().pass();
    script.runUntil(pass, "advance ABORTED>ABORTED").failOver();
    script.runUntil(zombie, "apply").run(pass).run(zombie);
    assertThat(script.violations()).isEmpty();
  }
}
