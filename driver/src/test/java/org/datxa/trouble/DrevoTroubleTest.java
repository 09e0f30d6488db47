package org.datxa.trouble;

import java.util.List;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;

/** drevo as a store. It has no stage, and outcome() asks it nothing where a journal is. */
class DrevoTroubleTest extends TroubleContract {
  private LabProxy proxy;

  @Override
  Victim victim() {
    Victim victim = Victims.ofDrevo();
    proxy = victim.proxy();
    return victim;
  }

  @Override
  void configure(TestDeployment lab, Victim at) {
    lab.drevoOn(Victims.drevo(), "graph");
    lab.drevoAt("graph", at.proxy().through(lab.value("stores.graph.url")));
  }

  @Override
  List<Step> steps() {
    return List.of(
        Step.before("work", "CREATE .:Item", Step.WORK),
        Step.before("prepare", "drevo.tx.prepare", Step.EFFECT),
        Step.after("finish", "commitPrepared"),
        Step.recovery("recovery: list", "listPrepared", Step.READING),
        Step.recovery("recovery: finish", "commitPrepared", Step.LATE));
  }

  @Override
  LabProxy unfinishedAt(LabProxy postgres) {
    return proxy;
  }

  @Override
  String unfinish() {
    return "commitPrepared";
  }
}
