package org.datxa.bridge.postgresql;

import java.util.Set;
import javax.sql.DataSource;
import org.datxa.bridge.postgresql.internal.PostgresSettings;
import org.datxa.bridge.postgresql.internal.PostgresStore;
import org.datxa.spi.Participation;
import org.datxa.spi.Store;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;

/** Makes stores of the kind {@code postgresql}. The README of this module lists the properties. */
public final class PostgresStoreProvider implements StoreProvider {
  /** The kind. */
  public static final String KIND = "postgresql";

  /** Made by {@link java.util.ServiceLoader}. */
  public PostgresStoreProvider() {}

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
    return new PostgresStore(PostgresSettings.from(config), participation);
  }
}
