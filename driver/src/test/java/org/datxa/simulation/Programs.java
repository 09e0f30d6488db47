package org.datxa.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.datxa.internal.protocol.Deployment;
import org.datxa.internal.protocol.Deployment.Traits;
import org.datxa.internal.protocol.Inquiry;
import org.datxa.internal.protocol.Plan.Participant;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.RecoveryPass;
import org.datxa.internal.protocol.Tally;
import org.datxa.internal.protocol.Voting;

/**
 * The programs of one deployment; values, so that all schedules share them.
 *
 * @param deployment its stores
 * @param pass a pass of recovery
 * @param sweep a sweep of staged files
 * @param voting what an outside manager asks for
 * @param inquiry what operators ask
 */
record Programs(
    Deployment deployment,
    Program<Tally> pass,
    Program<Tally> sweep,
    Voting voting,
    Inquiry inquiry) {
  private static final Map<Key, Programs> MADE = new ConcurrentHashMap<>();

  private record Key(List<String> stores, Deployment.Times times) {}

  /**
   * Made once for the same stores and times, and so few that they stay in the processor's cache.
   *
   * @param stores the stores; one of the same name is the same for recovery
   * @param times the times
   */
  static Programs of(List<Participant> stores, Deployment.Times times) {
    List<String> names = new ArrayList<>(stores.size());
    for (Participant it : stores) {
      names.add(it.store());
    }
    return MADE.computeIfAbsent(new Key(names, times), unused -> make(stores, times));
  }

  private static Programs make(List<Participant> stores, Deployment.Times times) {
    Map<String, Traits> traits = new LinkedHashMap<>();
    for (Participant it : stores) {
      boolean stages = !it.twoPhase() && it.claim().isEmpty();
      traits.put(it.store(), new Traits(it.twoPhase(), it.preparesLast(), stages, it.claim()));
    }
    Deployment deployment = new Deployment(traits, times);
    RecoveryPass recovery = new RecoveryPass(deployment);
    return new Programs(
        deployment,
        recovery.run(),
        recovery.sweepStaged(),
        new Voting(deployment),
        new Inquiry(deployment));
  }
}
