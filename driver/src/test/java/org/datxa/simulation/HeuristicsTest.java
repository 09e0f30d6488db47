package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.internal.protocol.Event;
import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Manager.Will;
import org.datxa.simulation.Setup.Part;
import org.junit.jupiter.api.Test;

/** Somebody ends a prepared branch behind our back: an operator always hears of it. */
class HeuristicsTest {
  private static final Setup TWO = Setup.of(Part.JOURNAL, Part.A, Part.B);

  private static void meddle(Script script, String store, boolean commits) {
    script.engine().operator().meddles(0, script.world().twoPhase(store), commits);
  }

  @Test
  void whenTheCoordinatorRollsBackWhatSomebodyCommitted_itIsReported() {
    Script script = new Script(TWO);
    Actor coordinator = script.coordinator();
    script.when("prepare b", Fate.REFUSED).runUntil(coordinator, "rollbackPrepared");
    meddle(script, "a", true);
    script.run(coordinator);
    assertThat(script.lines(coordinator))
        .containsSubsequence(
            "rollbackPrepared t1 a -> HEURISTIC_COMMIT", "report HEURISTIC -> done");
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void whenRecoveryRollsBackWhatSomebodyCommitted_itIsReported_andNotAsRolledBack() {
    Script script = new Script(TWO);
    Actor coordinator = script.coordinator();
    script.runUntil(coordinator, "prepare b");
    coordinator.crash();
    Actor pass = script.engine().pass();
    script.runUntil(pass, "rollbackPrepared");
    meddle(script, "a", true);
    script.run(pass);
    assertThat(script.lines(pass))
        .containsSubsequence(
            "rollbackPrepared t1 a -> HEURISTIC_COMMIT", "report HEURISTIC -> done")
        .doesNotContain("report ROLLED_BACK -> done");
  }

  @Test
  void whenRecoveryFindsADecidedBranchRolledBack_itIsReportedBeforeItIsWrittenDown() {
    Script script = new Script(TWO);
    Actor coordinator = script.coordinator();
    script.runUntil(coordinator, "commitPrepared");
    coordinator.crash();
    meddle(script, "a", false);
    Actor pass = script.engine().pass();
    script.runUntil(pass, "advance COMMITTED>COMMITTED v2 applied");
    assertThat(pass.alive()).isTrue();
    assertThat(script.world().excuses().reported(Event.Kind.HEURISTIC, 0, "a")).isTrue();
    script.run(pass);
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void whenAManagersCommitFindsABranchRolledBack_operatorsHearOfItToo() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.VOTE, Part.A, Part.B));
    Actor coordinator = script.coordinator();
    script.run(coordinator);
    assertThat(script.engine().manager().will(0)).isEqualTo(Will.ROLLBACK);
    meddle(script, "a", true);
    script.engine().actors().stream().filter(it -> it != coordinator).toList().forEach(script::run);
    assertThat(script.world().excuses().reported(Event.Kind.HEURISTIC, 0, "a")).isTrue();
    assertThat(script.violations()).isEmpty();
  }
}
