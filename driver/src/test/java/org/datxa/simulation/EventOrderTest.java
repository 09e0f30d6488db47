package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Setup.Part;
import org.junit.jupiter.api.Test;

/** What each route does, in order. */
class EventOrderTest {
  private static void route(Script script, String... lines) {
    Actor coordinator = script.coordinator();
    script.run(coordinator);
    assertThat(script.lines(coordinator)).containsExactly(lines);
    assertThat(script.violations()).isEmpty();
  }

  @Test
  void oneWriter_commitsLocally_afterTheReadersEnded() {
    route(
        new Script(Setup.of(Part.JOURNAL, Part.A, Part.B, Part.READS)),
        "inspect a -> WROTE",
        "inspect b -> READ_ONLY",
        "takeTime -> done",
        "endReading b -> done",
        "commitLocally a -> done",
        "is told Committed");
  }

  @Test
  void c2_colocated_recordsNoIntent_andItsCommitCarriesTheDecision() {
    route(
        new Script(Setup.of(Part.JOURNAL, Part.RECORDED, Part.COLOCATED, Part.A, Part.B, Part.ICE)),
        "inspect a -> WROTE",
        "inspect b -> WROTE",
        "takeTime -> done",
        "stage ice -> done",
        "prepare b -> done",
        "commitDeciding a -> done",
        "commitPrepared t1 b -> DONE",
        "probe t1 ice -> done",
        "apply t1 ice chunk 0 claim 1 -> done",
        "is told Committed",
        "advance COMMITTED>DONE v0 applied t1 -> done");
  }

  @Test
  void h4_separateJournal_fenceLastAndFirst_firstAttemptDoesNotCount() {
    route(
        new Script(Setup.of(Part.JOURNAL, Part.A, Part.FENCE, Part.HOUSE).withChunks(2)),
        "inspect a -> WROTE",
        "inspect fence -> WROTE",
        "takeTime -> done",
        "stage house -> done",
        "prepare a -> done",
        "prepare fence -> done",
        "newOwner -> done",
        "stagedClock -> done",
        "insert COMMITTED t1 -> done",
        "commitPrepared t1 fence -> DONE",
        "commitPrepared t1 a -> DONE",
        "apply t1 house chunk 0 claim 1 -> done",
        "probe t1 house -> done",
        "apply t1 house chunk 1 claim 1 -> done",
        "probe t1 house -> done",
        "mark t1 house -> done",
        "is told Committed",
        "advance COMMITTED>DONE v0 applied t1 -> done");
  }

  @Test
  void recordedIntent_writesEachStepBeforeTheNext() {
    route(
        new Script(Setup.of(Part.JOURNAL, Part.RECORDED, Part.A, Part.B)),
        "inspect a -> WROTE",
        "inspect b -> WROTE",
        "takeTime -> done",
        "insert ACTIVE t1 -> done",
        "prepare a -> done",
        "prepare b -> done",
        "advance ACTIVE>PREPARED v0 t1 -> done",
        "advance PREPARED>COMMITTED v1 t1 -> done",
        "commitPrepared t1 a -> DONE",
        "commitPrepared t1 b -> DONE",
        "is told Committed",
        "advance COMMITTED>DONE v2 applied t1 -> done");
  }

  @Test
  void vote_preparesEvenOneStore_andWritesPrepared() {
    route(
        new Script(Setup.of(Part.JOURNAL, Part.COLOCATED, Part.VOTE, Part.A)),
        "inspect a -> WROTE",
        "takeTime -> done",
        "prepare a -> done",
        "insert PREPARED t1 -> done",
        "is told Voted");
  }

  @Test
  void abortInPrepare_writesAbortedBeforeAnythingIsRolledBack() {
    route(
        new Script(Setup.of(Part.JOURNAL, Part.RECORDED, Part.A, Part.B, Part.ICE))
            .when("prepare b", Fate.REFUSED),
        "inspect a -> WROTE",
        "inspect b -> WROTE",
        "takeTime -> done",
        "stage ice -> done",
        "insert ACTIVE t1 -> done",
        "prepare a -> done",
        "prepare b -> refused before",
        "advance ACTIVE>ABORTED v0 t1 -> done",
        "rollbackPrepared t1 a -> DONE",
        "rollbackPrepared t1 b -> DONE",
        "rollbackWork ice -> done",
        "is told RolledBack: Prepare failed.");
  }

  @Test
  void recovery_listsGidsBeforeItReadsTheJournal_andStakesATombstoneBeforeItRollsBack() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.A, Part.B).withPage(5));
    Actor zombie = script.coordinator();
    script.runUntil(zombie, "insert COMMITTED");
    Actor pass = script.engine().pass();
    script.run(pass);
    assertThat(script.lines(pass))
        .startsWith(
            "starts",
            "listPrepared a -> done",
            "listPrepared b -> done",
            "find t1 -> done",
            "find t1 -> done",
            "watermark -> done",
            "watermark -> done",
            "insert ABORTED tombstone t1 -> done",
            "insert ABORTED tombstone t1 -> refused CONFLICT",
            "rollbackPrepared t1 a -> DONE",
            "report ROLLED_BACK -> done");
    script.run(zombie);
    assertThat(script.lines(zombie)).contains("insert COMMITTED t1 -> refused CONFLICT");
    assertThat(script.violations()).isEmpty();
  }
}
