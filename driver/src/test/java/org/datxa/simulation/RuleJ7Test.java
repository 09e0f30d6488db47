package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Setup.Part;
import org.junit.jupiter.api.Test;

class RuleJ7Test {
  /** A coordinator that stands still before it decides. */
  private static Actor zombie(Script script, String decision) {
    Actor zombie = script.coordinator();
    script.runUntil(zombie, decision);
    return zombie;
  }

  /** The journal fails over before its abort is confirmed, and the coordinator goes on. */
  private static void failsOver(Script script, Actor recovery, Actor zombie, String until) {
    script.runUntil(recovery, "advance ABORTED>ABORTED").failOver();
    script.runUntil(zombie, until).run(recovery).run(zombie);
  }

  @Test
  void j7_tombstoneThatWasOnlyRead_isAcknowledgedBeforeItsFilesGo() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.ICE));
    Actor zombie = zombie(script, "insert COMMITTED");
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
    Actor zombie = zombie(script, "insert COMMITTED");
    script.when("insert ABORTED tombstone", Fate.ANSWER_LOST_EARLY).pass();
    Actor pass = script.engine().pass();
    failsOver(script, pass, zombie, "commitPrepared");
    assertThat(script.lines(pass)).noneMatch(line -> line.startsWith("rollbackPrepared"));
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j7_tombstoneThatAFailOverTookBack_discardsNoDecidedFiles() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.ICE));
    Actor zombie = zombie(script, "insert COMMITTED");
    script.when("insert ABORTED tombstone", Fate.ANSWER_LOST_EARLY).sweep();
    Actor sweep = script.engine().sweep();
    failsOver(script, sweep, zombie, "apply");
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j7_tombstoneThatAFailOverTookBack_isNotCleaned() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.ICE));
    Actor zombie = zombie(script, "insert COMMITTED");
    script.when("insert ABORTED tombstone", Fate.ANSWER_LOST_EARLY).sweep();
    Actor pass = script.engine().pass();
    failsOver(script, pass, zombie, "apply");
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j7_abortedThatAFailOverTookBack_isNotCleaned() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.RECORDED, Part.ICE));
    Actor zombie = zombie(script, "advance PREPARED>COMMITTED");
    script.when("advance PREPARED>ABORTED", Fate.ANSWER_LOST_EARLY).pass();
    Actor pass = script.engine().pass();
    failsOver(script, pass, zombie, "apply");
    assertThat(script.violations()).isEmpty();
  }
}
