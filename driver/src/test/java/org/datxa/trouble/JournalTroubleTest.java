package org.datxa.trouble;

import java.util.List;
import org.datxa.stores.TestDeployment;

/** The journal in a PostgreSQL server of its own. Work, stage and prepare do not need it. */
class JournalTroubleTest extends TroubleContract {
  @Override
  Victim victim() {
    return Victims.ofPostgres();
  }

  @Override
  void configure(TestDeployment lab, Victim at) {
    lab.journalOn(Victims.postgres());
    lab.journalAt(asText(at.proxy().through(lab.url("journal"))));
  }

  @Override
  List<Step> steps() {
    return List.of(
        Step.decision("decide", "INSERT INTO [^;]*dat_journal"),
        Step.recovery("recovery: scan", "pg_is_in_recovery", Step.READING),
        Step.recovery("recovery: claim", "UPDATE [^;]*dat_journal", Step.LATE),
        Step.outcome("outcome()", "pg_is_in_recovery"));
  }
}
