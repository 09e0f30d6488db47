package org.datxa.trouble;

import java.util.List;
import org.datxa.stores.TestDeployment;

/** PostgreSQL as a store. It has no stage, and outcome() asks it nothing where a journal is. */
class PostgresTroubleTest extends TroubleContract {
  @Override
  Victim victim() {
    return Victims.ofPostgres();
  }

  @Override
  void configure(TestDeployment lab, Victim at) {
    lab.postgresOn(Victims.postgres(), "pg");
    lab.postgresAt("pg", at.proxy().through(lab.url("pg")));
  }

  @Override
  List<Step> steps() {
    return List.of(
        Step.before("work", "INSERT INTO item", Step.WORK),
        Step.before("prepare", "PREPARE TRANSACTION", Step.EFFECT),
        Step.after("finish", "COMMIT PREPARED"),
        Step.recovery("recovery: list", "pg_prepared_xacts", Step.READING),
        Step.recovery("recovery: finish", "COMMIT PREPARED", Step.LATE));
  }
}
