package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Event;
import org.datxa.internal.protocol.Verdict;
import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Setup.Part;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.Gid;
import org.datxa.spi.Payload;
import org.datxa.spi.Stamp;
import org.junit.jupiter.api.Test;

class StoreRulesTest {
  @Test
  void c1_whenALocalCommitIsUnanswered_aTombstoneDecides_beforeAnythingIsRolledBack() {
    Script script = new Script(Setup.of(Part.A));
    Actor coordinator = script.coordinator();
    script.when("commitLocally", Fate.LATE).run(coordinator).arrive();
    assertThat(script.lines(coordinator))
        .containsSubsequence("settle t1 a -> TOMBSTONE", "rollbackWork a -> done");
    assertThat(script.world().log()).last().asString().endsWith("lands -> refused PLAIN");
    assertThat(coordinator.verdict()).isInstanceOf(Verdict.RolledBack.class);
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void c1_whenTheCarryingCommitIsUnanswered_theLosersRowIsInsertedFirst() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.COLOCATED, Part.A, Part.B, Part.ICE));
    Actor coordinator = script.coordinator();
    script.when("commitDeciding", Fate.ANSWER_LOST_EARLY).run(coordinator);
    assertThat(script.lines(coordinator))
        .containsSubsequence(
            "commitDeciding a -> done, answer lost*",
            "insert ABORTED tombstone t1 -> refused CONFLICT",
            "find t1 -> done",
            "advance COMMITTED>COMMITTED v0 t1 -> done",
            "commitPrepared t1 b -> DONE")
        .noneMatch(line -> line.startsWith("rollback"));
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void c3_sweeperStakesATombstone_beforeItDeletes() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.ICE));
    Actor zombie = script.coordinator();
    script.runUntil(zombie, "insert COMMITTED");
    Actor sweep = script.engine().sweep();
    script.run(sweep).run(zombie);
    assertThat(script.lines(sweep))
        .containsExactly(
            "starts",
            "listStaged ice -> done",
            "watermark -> done",
            "find t1 -> done",
            "stagedApplied t1 ice -> done",
            "olderThan -> done",
            "insert ABORTED tombstone t1 -> done",
            "discardStaged t1 ice -> done");
    assertThat(zombie.verdict()).isInstanceOf(Verdict.RolledBack.class);
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void h2_afterAnUnknownInsert_nobodySendsAnything_untilTheStoresClockSaysQuiet() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.HOUSE));
    Actor coordinator = script.coordinator();
    script.when("apply", Fate.LATE).run(coordinator);
    assertThat(script.lines(coordinator))
        .endsWith("apply t1 house chunk 0 claim 1 -> in the network", "is told Committed");
    Actor early = script.engine().pass();
    script.run(early);
    assertThat(script.lines(early)).noneMatch(line -> line.startsWith("apply"));
    script.world().pass(Setup.TERMS.lastsMillis() + Setup.TERMS.quietMillis() + 1);
    Actor later = script.engine().pass();
    script.run(later);
    assertThat(script.lines(later))
        .containsSubsequence(
            "storeClock house -> done",
            "advance COMMITTED>COMMITTED v1 claim t1 -> done",
            "probe t1 house -> done",
            "apply t1 house chunk 0 claim 2 -> done");
    script.arrive();
    assertThat(script.world().log()).last().asString().endsWith("comes after its deadline");
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void h4_laterFinisher_looksWhatIsThere_andInsertsTheRestOnly() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.HOUSE).withChunks(2));
    Actor coordinator = script.coordinator();
    script.runUntil(coordinator, "apply t1 house chunk 1");
    coordinator.crash();
    script.world().pass(400);
    Actor pass = script.engine().pass();
    script.run(pass);
    assertThat(script.lines(pass))
        .containsSubsequence(
            "probe t1 house -> done",
            "apply t1 house chunk 1 claim 2 -> done",
            "mark t1 house -> done")
        .noneMatch(line -> line.startsWith("apply t1 house chunk 0"));
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void h4_whenSomebodyElseInterferedWithAnInsertWithoutAJournal_itIsInDoubt() {
    Script script = new Script(Setup.of(Part.HOUSE));
    Actor coordinator = script.coordinator();
    script.runUntil(coordinator, "probe");
    DecidedBranch branch =
        new DecidedBranch(
            new Gid(coordinator.datTxn(), "house"),
            new Stamp(coordinator.datTxn(), 1),
            Payload.NONE);
    script.world().house().lands(new Effect.Apply(branch, 0, new Claim("somebody", 9, 0, 0)));
    script.run(coordinator);
    assertThat(coordinator.verdict()).isInstanceOf(Verdict.Doubtful.class);
  }

  @Test
  void k3_afterAnUnknownApply_stagedFilesAreKept() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.ICE).withPauses(0));
    Actor coordinator = script.coordinator();
    script.when("apply", Fate.LATE).run(coordinator);
    script.sweep().arrive();
    assertThat(script.world().log()).noneMatch(line -> line.contains("discard"));
    assertThat(coordinator.verdict()).isInstanceOf(Verdict.Committed.class);
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void j5_whenTheMarkerOfAFinishedBranchIsPruned_itIsNoHeuristic() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.HOUSE));
    Actor coordinator = script.coordinator();
    script.when("apply", Fate.ANSWER_LOST_EARLY).run(coordinator);
    script.world().twoPhase("a").loseMarker(0);
    script.pass();
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void whenRecoveryChangesARecordAgainAndAgain_itIsStillReportedStuck() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.HOUSE));
    Actor coordinator = script.coordinator();
    script.when("apply", Fate.LATE).run(coordinator);
    script.world().pass(1_000_000);
    script.when("storeClock", Fate.REFUSED).pass();
    assertThat(script.world().excuses().reported(Event.Kind.STUCK, 0, null)).isTrue();
    assertThat(script.violations()).isEmpty();
  }
}
