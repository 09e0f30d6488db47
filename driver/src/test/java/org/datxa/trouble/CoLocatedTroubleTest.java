package org.datxa.trouble;

import java.util.List;
import org.datxa.lab.Lab;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;

/** The journal in the database of a store, whose own COMMIT decides. It prepares nothing. */
class CoLocatedTroubleTest extends TroubleContract {
  private final LabProxy toGraph = Lab.shared().newDrevoProxy();

  @Override
  Victim victim() {
    return Victims.ofPostgres();
  }

  @Override
  void configure(TestDeployment lab, Victim at) {
    lab.postgresOn(Victims.postgres(), "pg");
    lab.postgresAt("pg", asText(at.proxy().through(lab.url("pg"))));
    lab.drevo("graph");
    lab.drevoAt("graph", toGraph.through(lab.value("stores.graph.url")));
    lab.set("journal", "store:pg");
  }

  @Override
  List<Step> steps() {
    return List.of(
        Step.before("work", "INSERT INTO item", Step.WORK),
        Step.decision("decide: row", "INSERT INTO [^;]*dat_journal"),
        Step.decision("decide: commit", "COMMIT"),
        Step.recovery("recovery: scan", "pg_is_in_recovery", Step.READING),
        Step.outcome("outcome()", "pg_is_in_recovery"));
  }

  @Override
  LabProxy unfinishedAt(LabProxy postgres) {
    return toGraph;
  }

  @Override
  String unfinish() {
    return "commitPrepared";
  }
}
