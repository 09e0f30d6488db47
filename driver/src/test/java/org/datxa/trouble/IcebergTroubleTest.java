package org.datxa.trouble;

import java.util.List;
import org.datxa.lab.LabIceberg;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;

/** The catalog of Iceberg, in PostgreSQL. It prepares nothing, and outcome() asks it nothing. */
class IcebergTroubleTest extends TroubleContract {
  private LabProxy proxy;

  @Override
  Victim victim() {
    Victim victim = Victims.ofPostgres();
    proxy = victim.proxy();
    return victim;
  }

  @Override
  void configure(TestDeployment lab, Victim at) {
    lab.icebergIn(LabIceberg.in(Victims.postgres()), "lake");
    String uri = "stores.lake.catalog.uri";
    lab.set(uri, asText(at.proxy().through(lab.value(uri))));
  }

  @Override
  List<Step> steps() {
    return List.of(
        Step.before("work", "SELECT.*iceberg_tables", Step.WORK),
        Step.before("stage", "SELECT.*iceberg_tables", Step.READING).skipping(1),
        Step.after("finish", "UPDATE iceberg_tables"),
        Step.recovery("recovery: look", "SELECT.*iceberg_tables", Step.READING),
        Step.recovery("recovery: finish", "UPDATE iceberg_tables", Step.LATE));
  }

  @Override
  LabProxy unfinishedAt(LabProxy postgres) {
    return proxy;
  }

  @Override
  String unfinish() {
    return "UPDATE iceberg_tables";
  }
}
