package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.datxa.simulation.Engine.Fate;
import org.datxa.simulation.Setup.Part;
import org.junit.jupiter.api.Test;

/** What operators are told of a meta-transaction. */
class InquiryTest {
  private static final Setup TWO = Setup.of(Part.JOURNAL, Part.A, Part.B);

  private static Actor asks(Script script) {
    script.engine().operator().asks(script.world().datTxn(0));
    Actor operator = script.engine().actors().get(script.engine().actors().size() - 1);
    script.run(operator);
    return operator;
  }

  @Test
  void j7_decisionThatWasOnlyRead_isAcknowledgedBeforeItIsTold() {
    Script script = new Script(TWO);
    script.runUntil(script.coordinator(), "commitPrepared");
    assertThat(script.lines(asks(script)))
        .containsExactly("starts", "find t1 -> done", "advance COMMITTED>COMMITTED v0 t1 -> done");
    assertThat(script.world().log()).last().isEqualTo("operator hears PENDING of t1");
  }

  @Test
  void j7_markerThatIsTold_outlivesAFailOver() {
    Script script = new Script(Setup.of(Part.JOURNAL, Part.COLOCATED, Part.A));
    Actor coordinator = script.coordinator();
    script.when("commitLocally", Fate.ANSWER_LOST_EARLY).runUntil(coordinator, "settle");
    asks(script);
    assertThat(script.world().log()).last().isEqualTo("operator hears COMMITTED of t1");
    script.failOver().run(coordinator);
    assertThat(script.violations()).isEmpty();
    assertThat(script.world().twoPhase("a").applied(0)).isEqualTo(1);
  }

  @Test
  void j2_whenTheRecordIsGone_aMarkerProvesTheCommit() {
    Script script = new Script(TWO);
    script.run(script.coordinator());
    script.compact();
    asks(script);
    assertThat(script.world().log()).last().isEqualTo("operator hears COMMITTED of t1");
  }

  @Test
  void j2_whenTheRecordIsMissingAndNoMarkerIsThere_nothingIsKnown() {
    Script script = new Script(TWO);
    script.runUntil(script.coordinator(), "takeTime");
    asks(script);
    assertThat(script.world().log()).last().isEqualTo("operator hears UNKNOWN of t1");
  }

  @Test
  void j2_whenTheRecordIsMissingAndABranchIsPrepared_itMayStillBeDecided() {
    Script script = new Script(TWO);
    script.runUntil(script.coordinator(), "insert COMMITTED");
    asks(script);
    assertThat(script.world().log()).last().isEqualTo("operator hears IN_DOUBT of t1");
  }

  @Test
  void j2_whenAStoreDoesNotTellWhatIsPrepared_itMayStillBeDecided() {
    Script script = new Script(TWO);
    script.runUntil(script.coordinator(), "takeTime");
    script.when("listPrepared b", Fate.REFUSED);
    assertThat(script.lines(asks(script))).contains("report UNREACHABLE -> done");
    assertThat(script.world().log()).last().isEqualTo("operator hears IN_DOUBT of t1");
  }

  @Test
  void j2_recordThatCameMeanwhile_saysMoreThanAMarkerThatSomebodyLeftByHand() {
    Script script = new Script(TWO);
    script.runUntil(script.coordinator(), "insert COMMITTED");
    script.engine().operator().meddles(0, script.world().twoPhase("a"), true);
    script.engine().operator().asks(script.world().datTxn(0));
    Actor asking = script.engine().actors().get(script.engine().actors().size() - 1);
    script.runUntil(asking, "readMarker").runUntil(script.engine().pass(), "rollbackPrepared");
    script.run(asking);
    assertThat(script.world().log()).last().isEqualTo("operator hears ABORTED of t1");
  }

  @Test
  void whenTheJournalDoesNotAnswer_itIsInDoubt_andSaidWhy() {
    Script script = new Script(TWO);
    script.run(script.coordinator());
    script.when("find", Fate.REFUSED);
    assertThat(script.lines(asks(script))).contains("report UNREACHABLE -> done");
    assertThat(script.world().log()).last().isEqualTo("operator hears IN_DOUBT of t1");
  }

  @Test
  void whenAStoreDoesNotAnswer_itIsInDoubt_unlessAnotherProvesIt() {
    Script script = new Script(TWO);
    script.runUntil(script.coordinator(), "insert COMMITTED");
    script.when("readMarker t1 b", Fate.REFUSED);
    asks(script);
    assertThat(script.world().log()).last().isEqualTo("operator hears IN_DOUBT of t1");
  }
}
