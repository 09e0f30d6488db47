package org.datxa.bridge.iceberg;

import java.util.Set;
import org.datxa.bridge.iceberg.internal.IcebergSettings;
import org.datxa.bridge.iceberg.internal.IcebergStore;
import org.datxa.bridge.iceberg.internal.SystemTiming;
import org.datxa.spi.Participation;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;

/** Makes stores of the kind {@code iceberg}. The module's README lists the properties. */
public final class IcebergStoreProvider implements StoreProvider {
  @Override
  public String kind() {
    return "iceberg";
  }

  @Override
  public Set<Class<?>> facades() {
    return Set.of(IcebergTables.class);
  }

  @Override
  public PostDecisionStore open(StoreConfig config, Participation participation) {
    return new IcebergStore(IcebergSettings.of(config), participation, new SystemTiming());
  }
}
