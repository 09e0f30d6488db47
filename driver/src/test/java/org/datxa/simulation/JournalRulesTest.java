package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Verdict;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.State;
import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Manager.Will;
import org.datxa.simulation.Setup.Part;
import org.junit.jupiter.api.Test;

class JournalRulesTest {
  @Test
  void j1_whenTheDecisionIsUnanswered_itIsWrittenAgain_andReadOnlyAfterAConflict() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.B));
    Actor coordinator = script.coordinator();
    script.when("insert COMMITTED", Fate.ANSWER_LOST_EARLY).run(coordinator);
    assertThat(script.lines(coordinator))
        .containsSubsequence(
            "insert COMMITTED t1 -> done, answer lost*",
            "pause 1 -> done",
            "insert COMMITTED t1 -> refused CONFLICT",
            "find t1 -> done",
            "advance COMMITTED>COMMITTED v0 t1 -> done",
            "commitPrepared t1 a -> DONE");
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j2_whenTheRecordIsGoneAfterTheDecisionWasSent_nobodyIsToldThatItWasRolledBack() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.B));
    Actor coordinator = script.coordinator();
    script.when("insert COMMITTED", Fate.ANSWER_LOST_EARLY).runUntil(coordinator, "pause");
    script.pass();
    script.compact();
    script.run(coordinator);
    assertThat(coordinator.verdict()).isInstanceOf(Verdict.Doubtful.class);
    assertThat(script.lines(coordinator)).noneMatch(line -> line.startsWith("rollback"));
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j3_lateDuplicateOfAFinishedDecision_isRefused() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.B));
    Actor coordinator = script.coordinator();
    script.when("insert COMMITTED", Fate.LATE).run(coordinator);
    script.compact();
    script.arrive();
    assertThat(script.world().log()).last().asString().endsWith("lands -> refused WATERMARK");
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j9_recordThatCameBeforeTheWatermark_isFollowed_notAMarkerThatSomebodyLeftByHand() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.B));
    Actor coordinator = script.coordinator();
    script.runUntil(coordinator, "insert COMMITTED");
    coordinator.crash();
    Actor early = script.engine().pass();
    script.runUntil(early, "watermark").runUntil(script.engine().pass(), "rollbackPrepared");
    script.engine().operator().meddles(0, script.world().twoPhase("a"), true);
    script.raiseWatermark();
    script.run(early);
    assertThat(script.lines(early))
        .contains("rollbackPrepared t1 b -> DONE")
        .noneMatch(line -> line.startsWith("commit"));
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j8_branchThatARestoreBroughtBack_isCommittedAgainAfterDone() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.B));
    Actor coordinator = script.coordinator();
    script.runUntil(coordinator, "commitPrepared");
    Cells<TwoPhaseModel.Line> earlier = script.world().twoPhase("b").copy();
    script.run(coordinator);
    script.world().twoPhase("b").restore(earlier);
    Actor pass = script.engine().pass();
    script.run(pass);
    assertThat(script.lines(pass))
        .containsSubsequence("advance DONE>DONE v1 t1 -> done", "commitPrepared t1 b -> DONE");
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j8_restoredBranchBelowTheWatermark_isCommittedWhereAMarkerProvesIt() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.B));
    Actor coordinator = script.coordinator();
    script.runUntil(coordinator, "commitPrepared");
    Cells<TwoPhaseModel.Line> earlier = script.world().twoPhase("b").copy();
    script.run(coordinator);
    script.world().twoPhase("b").restore(earlier);
    script.compact();
    script.pass();
    assertThat(script.world().twoPhase("b").applied(World.number(coordinator.datTxn())))
        .isEqualTo(1);
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j9_whenTheDecisionWasMadeMeanwhile_theTombstoneLosesAndNothingIsRolledBack() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.B));
    Actor coordinator = script.coordinator();
    script.runUntil(coordinator, "insert COMMITTED");
    Actor pass = script.engine().pass();
    script.runUntil(pass, "insert ABORTED").run(coordinator).run(pass);
    assertThat(script.lines(pass))
        .contains("insert ABORTED tombstone t1 -> refused CONFLICT")
        .noneMatch(line -> line.startsWith("rollback"));
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j9_belowTheWatermarkWithoutAMarker_itIsReportedAndLeft() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.B));
    Actor coordinator = script.coordinator();
    script.runUntil(coordinator, "insert COMMITTED");
    coordinator.crash();
    script.raiseWatermark();
    Actor pass = script.engine().pass();
    script.run(pass);
    assertThat(script.lines(pass))
        .contains("report BELOW_WATERMARK -> done")
        .noneMatch(line -> line.startsWith("rollback") || line.startsWith("insert"));
    assertThat(script.world().twoPhase("a").prepared(World.number(coordinator.datTxn()))).isTrue();
  }

  @Test
  void x3_whenAbortedIsNotConfirmed_theVoteIsDoubtful() {
    Script script =
        new Script(Setup.of(Part.JOURNAL, Part.RECORDED, Part.VOTE, Part.A, Part.B).withPauses(0));
    Actor coordinator = script.coordinator();
    script
        .when("prepare b", Fate.REFUSED)
        .when("advance ACTIVE>ABORTED", Fate.LATE)
        .run(coordinator);
    assertThat(coordinator.verdict()).isInstanceOf(Verdict.Doubtful.class);
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void x3_whenTheVoteWasAbortedBeforeItWasAcknowledged_itIsNoVote() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.RECORDED, Part.VOTE, Part.A, Part.B));
    UUID datTxn = script.begin();
    Actor coordinator = script.coordinator(datTxn);
    script
        .when("advance ACTIVE>PREPARED", Fate.ANSWER_LOST_EARLY)
        .runUntil(coordinator, "advance PREPARED>PREPARED");
    script.engine().manager().asks(datTxn);
    script.engine().actors().stream().filter(a -> a != coordinator).toList().forEach(script::run);
    script.run(coordinator);
    assertThat(coordinator.verdict()).isInstanceOf(Verdict.RolledBack.class);
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j4_tombstoneOfAManagersRollback_isNotCleanedBeforeTheStoresWereAsked() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.VOTE, Part.A).withPauses(0));
    UUID datTxn = script.begin();
    Actor coordinator = script.coordinator(datTxn);
    script.when("insert PREPARED", Fate.LATE).run(coordinator);
    assertThat(script.engine().manager().will(0)).isEqualTo(Will.ROLLBACK);
    script.engine().actors().forEach(script::run);
    script.compact();
    assertThat(script.world().journal().row(datTxn)).isPresent();
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j1_whenSomebodyElseCommittedInsteadOfOurAbort_nothingIsUndone() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.RECORDED, Part.A, Part.B));
    Actor coordinator = script.coordinator();
    script.when("prepare b", Fate.REFUSED).runUntil(coordinator, "advance ACTIVE>ABORTED");
    move(script, coordinator.datTxn(), State.PREPARED);
    move(script, coordinator.datTxn(), State.COMMITTED);
    script.run(coordinator);
    assertThat(coordinator.verdict()).isInstanceOf(Verdict.Doubtful.class);
    assertThat(script.lines(coordinator)).noneMatch(line -> line.startsWith("rollback"));
  }

  private static void move(Script script, UUID datTxn, State next) {
    JournalRecord row = script.world().journal().row(datTxn).orElseThrow();
    script
        .world()
        .journal()
        .perform(new Effect.Advance(row.head(), row.to(next, row.progress(), 0).head()));
  }
}
