package org.datxa.trouble;

import java.util.List;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;

/** ClickHouse as a store. It prepares nothing, and outcome() asks it nothing. */
class ClickHouseTroubleTest extends TroubleContract {
  private LabProxy proxy;

  @Override
  Victim victim() {
    Victim victim = Victims.ofClickHouse();
    proxy = victim.proxy();
    return victim;
  }

  @Override
  void configure(TestDeployment lab, Victim at) {
    lab.clickHouseOn(Victims.clickHouse(), "ch");
    lab.set("stores.ch.url", at.proxy().through(lab.value("stores.ch.url")));
  }

  @Override
  List<Step> steps() {
    return List.of(
        Step.before("work", "system.(tables|columns)", Step.WORK),
        Step.before("stage", "now64", Step.READING),
        Step.after("finish: apply", "INSERT INTO \\S*fact"),
        Step.after("finish: mark", "INSERT INTO \\S*dat_applied"),
        Step.recovery("recovery: look", "SELECT", Step.READING),
        Step.recovery("recovery: apply", "INSERT INTO \\S*fact", Step.LATE));
  }

  @Override
  LabProxy unfinishedAt(LabProxy postgres) {
    return proxy;
  }

  @Override
  String unfinish() {
    return "INSERT INTO \\S*fact";
  }
}
