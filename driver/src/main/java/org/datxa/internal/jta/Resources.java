package org.datxa.internal.jta;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.transaction.xa.XAResource;
import org.datxa.ResourceWrapping;
import org.datxa.internal.config.Settings.Shape;
import org.datxa.internal.runner.ProcessTime;
import org.datxa.internal.work.Engine;
import org.datxa.internal.work.MetaTransaction;
import org.datxa.spi.ForeignStore;
import org.datxa.spi.Store;

/** Which stores an outside manager sees as one resource. */
public final class Resources {
  private final Map<String, XaBranches> byStore = new HashMap<>();
  private final Set<XaBranches> all = new LinkedHashSet<>();
  private final ResourceWrapping wrapping;

  /**
   * The resources of a deployment.
   *
   * @param shape one for all stores, or one for each that can prepare and one for the others
   * @param engine the engine
   * @param time the clocks of the process
   * @param wrapping what is put around the resources that the manager gets
   */
  public Resources(Shape shape, Engine engine, ProcessTime time, ResourceWrapping wrapping) {
    this.wrapping = wrapping;
    XaBranches journaled = new JournalBranches(journaled(engine), engine, time);
    for (Store store : engine.stores().values()) {
      boolean alone = shape == Shape.SPLIT && store instanceof ForeignStore;
      XaBranches branches = alone ? new StoreBranches(engine, (ForeignStore) store) : journaled;
      byStore.put(store.name(), branches);
      all.add(branches);
    }
  }

  // By its journal: what a resource can list is what that journal holds. Without one there is
  // nothing to list.
  private static String journaled(Engine engine) {
    return "datxa/"
        + engine
            .journal()
            .map(journal -> journal.id().toString())
            .orElseGet(() -> String.join(",", new TreeSet<>(engine.stores().keySet())));
  }

  XAResource enlisting(XaBranches branches, MetaTransaction first) {
    return wrapping.wrap(new DatXaResource(branches, first), branches.name());
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
    return all.stream().map(branches -> enlisting(branches, null)).toList();
  }
}
