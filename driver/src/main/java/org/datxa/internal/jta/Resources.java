package org.datxa.internal.jta;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.transaction.xa.XAResource;
import org.datxa.internal.config.Settings.Shape;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.work.Engine;
import org.datxa.spi.ForeignStore;
import org.datxa.spi.Store;

/** Which stores an outside manager sees as one resource. */
public final class Resources {
  private final Map<String, XaBranches> byStore = new HashMap<>();
  private final Set<XaBranches> all = new LinkedHashSet<>();

  /**
   * The resources of a deployment.
   *
   * @param shape one for all stores, or one for each that can prepare and one for the others
   * @param engine the engine
   * @param time the clocks of the process
   */
  public Resources(Shape shape, Engine engine, ProcessTime time) {
    XaBranches journaled = new JournalBranches("datxa", engine, time);
    for (Store store : engine.stores().values()) {
      boolean alone = shape == Shape.SPLIT && store instanceof ForeignStore;
      XaBranches branches = alone ? new StoreBranches(engine, (ForeignStore) store) : journaled;
      byStore.put(store.name(), branches);
      all.add(branches);
    }
  }

  XaBranches of(String store) {
    return byStore.get(store);
  }

  /**
   * Resources for a manager's recovery, one of each sort.
   *
   * @return new instances
   */
  public List<XAResource> forRecovery() {
    return all.stream().<XAResource>map(branches -> new DatXaResource(branches, null)).toList();
  }
}
