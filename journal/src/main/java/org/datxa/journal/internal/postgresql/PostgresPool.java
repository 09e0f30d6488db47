package org.datxa.journal.internal.postgresql;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.PostgresJournalConfig;
import org.postgresql.Driver;

/** The journal's own connections, so that no working transaction keeps them from it. */
final class PostgresPool implements AutoCloseable {
  private static final Duration STALE = Duration.ofSeconds(5);

  private final PostgresJournalConfig config;
  private final Properties address;
  private final AgroalDataSource source;

  private PostgresPool(PostgresJournalConfig config, Properties address, AgroalDataSource source) {
    this.config = config;
    this.address = address;
    this.source = source;
  }

  static PostgresPool of(PostgresJournalConfig config) {
    Properties address = Driver.parseURL(config.url(), null);
    if (address == null) {
      throw new IllegalArgumentException("The journal's URL cannot be understood by the driver");
    }
    try {
      return new PostgresPool(config, address, source(config, address));
    } catch (SQLException e) {
      throw new IllegalStateException("The journal's pool could not be made", e);
    }
  }

  private static AgroalDataSource source(PostgresJournalConfig config, Properties address)
      throws SQLException {
    IdleCheck check = new IdleCheck((int) config.limits().connect().toSeconds());
    AgroalConnectionPoolConfigurationSupplier pool =
        new AgroalConnectionPoolConfigurationSupplier()
            .maxSize(config.poolSize())
            .acquisitionTimeout(config.limits().acquire())
            .idleValidationTimeout(STALE)
            .connectionValidator(check)
            .exceptionSorter(new PostgreSQLExceptionSorter())
            .connectionFactoryConfiguration(connections(config, address));
    return AgroalDataSource.from(
        new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(pool), check);
  }

  private static AgroalConnectionFactoryConfigurationSupplier connections(
      PostgresJournalConfig config, Properties address) {
    AgroalConnectionFactoryConfigurationSupplier factory =
        new AgroalConnectionFactoryConfigurationSupplier()
            .connectionProviderClass(Driver.class)
            .jdbcUrl(config.url())
            .principal(new NamePrincipal(config.user()))
            .credential(new SimplePassword(config.password()))
            .jdbcProperty("ApplicationName", "datxa-journal")
            .jdbcProperty("tcpKeepAlive", "true")
            .jdbcProperty("logServerErrorDetail", "false") // it shows values of rows
            .jdbcProperty("connectTimeout", seconds(config.limits().connect()))
            .jdbcProperty("loginTimeout", seconds(config.limits().connect()))
            .jdbcProperty("socketTimeout", seconds(config.limits().answer()));
    if (address.getProperty("PGHOST", "").contains(",")
        && address.getProperty("targetServerType") == null) {
      factory.jdbcProperty("targetServerType", "primary");
    }
    return factory;
  }

  private static String seconds(Duration duration) {
    return Long.toString(duration.toSeconds());
  }

  /** A connection in auto-commit mode, or a refusal: nothing was sent. */
  Connection acquire(String what) throws JournalRefused {
    try {
      return source.getConnection();
    } catch (SQLException e) {
      throw new JournalRefused(
          "No connection to the journal at "
              + location()
              + " for "
              + what
              + " within "
              + config.limits().acquire().toMillis()
              + " ms, of at most "
              + config.poolSize()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /** Closes what is idle: after one connection was found dead, the others may be too. */
  void dropIdle() {
    source.flush(AgroalDataSource.FlushMode.IDLE);
  }

  String location() {
    return "postgresql://"
        + address.getProperty("PGHOST", "localhost")
        + ':'
        + address.getProperty("PGPORT", "5432")
        + '/'
        + address.getProperty("PGDBNAME", config.user())
        + ' '
        + config.schema()
        + '.'
        + config.table();
  }

  PostgresJournalConfig config() {
    return config;
  }

  @Override
  public void close() {
    source.close();
  }
}
