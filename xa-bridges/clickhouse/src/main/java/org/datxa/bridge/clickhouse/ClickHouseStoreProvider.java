package org.datxa.bridge.clickhouse;

import java.util.Set;
import javax.sql.DataSource;
import org.datxa.bridge.clickhouse.internal.jdbc.ClickHouseDataSource;
import org.datxa.bridge.clickhouse.internal.store.ClickHouseStore;
import org.datxa.bridge.clickhouse.internal.store.StoreSettings;
import org.datxa.spi.Participation;
import org.datxa.spi.Store;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;

/** Makes stores of the kind {@code clickhouse}. The README of the module lists the properties. */
public final class ClickHouseStoreProvider implements StoreProvider {
  /** The kind. */
  public static final String KIND = "clickhouse";

  /** For {@link java.util.ServiceLoader}. */
  public ClickHouseStoreProvider() {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Set<Class<?>> facades() {
    return Set.of(DataSource.class);
  }

  @Override
  public Store open(StoreConfig config, Participation participation) {
    StoreSettings settings = StoreSettings.of(config);
    return new ClickHouseStore(
        config.name(),
        KIND,
        settings,
        catalog -> new ClickHouseDataSource(settings, participation, catalog));
  }
}
