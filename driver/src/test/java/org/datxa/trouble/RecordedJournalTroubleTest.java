package org.datxa.trouble;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.datxa.stores.TestDeployment;

/** The journal when it is told of a transaction before that is decided. The rest is the same. */
class RecordedJournalTroubleTest extends TroubleContract {
  private static final Set<Trouble> LOST = EnumSet.of(Trouble.PARTITIONED, Trouble.DEAF);

  @Override
  Victim victim() {
    return Victims.ofPostgres();
  }

  @Override
  void configure(TestDeployment lab, Victim at) {
    lab.journalOn(Victims.postgres());
    lab.journalAt(asText(at.proxy().through(lab.url("journal"))));
    lab.set("journal.intent", "recorded");
  }

  @Override
  List<Step> steps() {
    return List.of(
        Step.before("stage", "INSERT INTO [^;]*dat_journal", LOST),
        Step.before("prepare", "UPDATE [^;]*dat_journal", LOST),
        Step.decision("decide", "UPDATE [^;]*dat_journal").skipping(1).with(LOST));
  }
}
