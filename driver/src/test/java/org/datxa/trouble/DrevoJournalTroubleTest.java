package org.datxa.trouble;

import java.util.List;
import org.datxa.stores.TestDeployment;

/** The journal in a drevo server of its own. Work, stage and prepare do not need it. */
class DrevoJournalTroubleTest extends TroubleContract {
  @Override
  Victim victim() {
    return Victims.ofDrevo();
  }

  @Override
  void configure(TestDeployment lab, Victim at) {
    lab.drevoJournalOn(Victims.drevo());
    lab.set("journal", at.proxy().through(lab.value("journal")));
    lab.set("journal.conflict_timeout_ms", "1000");
  }

  @Override
  List<Step> steps() {
    return List.of(
        Step.decision("decide", "UNWIND .rows AS r CREATE"),
        Step.recovery("recovery: scan", "MATCH .n:DatJournal", Step.READING),
        Step.recovery("recovery: claim", "SET n.state", Step.LATE),
        Step.outcome("outcome()", "MATCH .n:DatJournal"));
  }
}
