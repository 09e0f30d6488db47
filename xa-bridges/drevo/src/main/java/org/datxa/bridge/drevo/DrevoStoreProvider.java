package org.datxa.bridge.drevo;

import java.util.Set;
import org.datxa.bridge.drevo.internal.DrevoSettings;
import org.datxa.bridge.drevo.internal.DrevoStore;
import org.datxa.bridge.drevo.internal.SystemTiming;
import org.datxa.spi.Participation;
import org.datxa.spi.Store;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;

/** Makes stores of the kind {@code drevo}. The README of this module lists the properties. */
public final class DrevoStoreProvider implements StoreProvider {
  /** The kind. */
  public static final String KIND = "drevo";

  /** Made by {@link java.util.ServiceLoader}. */
  public DrevoStoreProvider() {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Set<Class<?>> facades() {
    return Set.of(DrevoSession.class);
  }

  @Override
  public Store open(StoreConfig config, Participation participation) {
    return new DrevoStore(DrevoSettings.from(config), participation, new SystemTiming());
  }
}
