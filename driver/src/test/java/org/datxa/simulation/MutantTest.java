package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.datxa.simulation.Setup.Part;
import org.junit.jupiter.api.Test;

/** Each rule is broken on purpose, and random schedules must notice. */
class MutantTest {
  private static final long MOST = 6000;

  private static void caught(Mutant mutant, String how, Setup... setups) {
    List<Setup> some = List.of(setups);
    for (long seed = 1; seed <= MOST; seed++) {
      Setup setup = some.get((int) (seed % some.size()));
      Outcome outcome = Schedule.run(seed, random -> setup, mutant);
      if (outcome.violations().stream().anyMatch(v -> v.contains(how))) {
        System.out.println("simulation: " + mutant + " caught by schedule " + seed);
        return;
      }
    }
    assertThat(mutant).as("not caught in " + MOST + " schedules").isEqualTo(Mutant.NONE);
  }

  @Test
  void j1_decisionSettledByARead_isCaught() {
    caught(
        Mutant.SETTLES_BY_READ,
        "was told to be rolled back, and is there",
        Setup.of(Part.JOURNAL, Part.RECORDED, Part.A, Part.B).withPauses(0));
  }

  @Test
  void j2_missingRecordTakenForAborted_isCaught() {
    caught(
        Mutant.MISSING_IS_ABORTED,
        "was told to be rolled back, and is there",
        Setup.of(Part.JOURNAL, Part.A, Part.B).withPauses(1));
  }

  @Test
  void j3_insertBelowTheWatermark_isCaught() {
    caught(
        Mutant.NO_WATERMARK,
        "is neither whole nor absent",
        Setup.of(Part.JOURNAL, Part.ICE),
        Setup.of(Part.JOURNAL, Part.A, Part.ICE));
  }

  @Test
  void j4_compactionOfWhatIsNotCleaned_isCaught() {
    caught(
        Mutant.COMPACTS_UNCLEANED,
        "is left PREPARED",
        Setup.of(Part.JOURNAL, Part.RECORDED, Part.A, Part.B));
  }

  @Test
  void j7_actingOnWhatWasOnlyRead_isCaught() {
    caught(
        Mutant.NO_ACKNOWLEDGEMENT,
        "and not durably decided",
        Setup.of(Part.JOURNAL, Part.A, Part.B).withPauses(1),
        Setup.of(Part.JOURNAL, Part.A, Part.ICE).withPauses(1));
  }

  @Test
  void j9_rollbackWithoutATombstone_isCaught() {
    caught(
        Mutant.NO_TOMBSTONE,
        "is neither whole nor absent",
        Setup.of(Part.JOURNAL, Part.A, Part.B),
        Setup.of(Part.JOURNAL, Part.COLOCATED, Part.A, Part.B));
  }

  @Test
  void c1_localCommitSettledByTheMarker_isCaught() {
    caught(Mutant.READS_MARKER, "was told to be rolled back, and is there", Setup.of(Part.A));
  }

  @Test
  void c1_carriedDecisionSettledByARead_isCaught() {
    caught(
        Mutant.READS_CARRIED,
        "was told to be rolled back, and is there",
        Setup.of(Part.JOURNAL, Part.COLOCATED, Part.A, Part.ICE));
  }

  @Test
  void c3_stagedFilesDeletedWithoutATombstone_isCaught() {
    caught(
        Mutant.NO_TOMBSTONE,
        "is neither whole nor absent",
        Setup.of(Part.JOURNAL, Part.ICE, Part.A));
  }

  @Test
  void x3_voteOfNoThatIsNotConfirmed_isCaught() {
    caught(
        Mutant.VOTES_NO_UNCONFIRMED,
        "is left PREPARED",
        Setup.of(Part.JOURNAL, Part.VOTE, Part.A).withPauses(0));
  }

  @Test
  void h2_claimTakenOverTooEarly_isCaught() {
    caught(
        Mutant.IMPATIENT,
        "is neither whole nor absent",
        Setup.of(Part.JOURNAL, Part.HOUSE, Part.A));
  }

  @Test
  void h3_insertAfterItsDeadline_isCaught() {
    caught(
        Mutant.NO_DEADLINE,
        "is neither whole nor absent",
        Setup.of(Part.JOURNAL, Part.HOUSE, Part.A));
  }

  @Test
  void h4_laterAttemptThatDoesNotCount_isCaught() {
    caught(Mutant.NEVER_PROBES, "is neither whole nor absent", Setup.of(Part.JOURNAL, Part.HOUSE));
  }

  @Test
  void verifyLeftOutAfterAnInsert_isCaught() {
    caught(Mutant.NEVER_VERIFIES, "is not there", Setup.of(Part.JOURNAL, Part.HOUSE));
  }

  @Test
  void k3_filesDeletedAfterAnUnknownApply_isCaught() {
    caught(Mutant.DISCARDS_UNKNOWN, "is undone", Setup.of(Part.JOURNAL, Part.ICE));
  }

  @Test
  void decisionBeforePrepare_isCaught() {
    caught(
        Mutant.DECIDES_FIRST,
        "is neither whole nor absent",
        Setup.of(Part.JOURNAL, Part.A, Part.B));
  }
}
