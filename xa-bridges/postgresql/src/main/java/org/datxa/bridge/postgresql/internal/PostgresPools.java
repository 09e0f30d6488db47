package org.datxa.bridge.postgresql.internal;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSourceListener;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.datxa.bridge.postgresql.internal.PostgresSettings.TimeLimits;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.core.BaseConnection;

/**
 * The two pools of a store: one for work, and a small one that nothing but recovery and settling
 * uses, so that a pool full of working transactions cannot keep locks from being released.
 */
final class PostgresPools implements AutoCloseable {
  private static final Duration IDLE_BEFORE_CHECK = Duration.ofSeconds(5);

  private final PostgresSettings settings;
  private final AgroalDataSource working;
  private final AgroalDataSource reserved;
  private final Leaks leaks;
  private final IdleCheck workingCheck;

  PostgresPools(PostgresSettings settings) {
    this.settings = settings;
    this.workingCheck = new IdleCheck(seconds(settings.limits().connect()));
    this.leaks = new Leaks(settings.name(), settings.pools().leak());
    AgroalDataSourceConfigurationSupplier work =
        pool(settings.pools().most(), settings.pools().least(), workingCheck);
    work.connectionPoolConfiguration().leakTimeout(Duration.ofMillis(settings.pools().leak()));
    this.working = open(work, leaks, workingCheck);
    IdleCheck reservedCheck = new IdleCheck(seconds(settings.limits().connect()));
    AgroalDataSourceConfigurationSupplier recovery =
        pool(settings.pools().reserved(), 0, reservedCheck);
    recovery
        .connectionPoolConfiguration()
        .validateOnBorrow(true)
        .connectionFactoryConfiguration()
        .jdbcTransactionIsolation(TransactionIsolation.READ_COMMITTED); // P1: fresh snapshots
    this.reserved = open(recovery, reservedCheck);
  }

  private static AgroalDataSource open(
      AgroalDataSourceConfigurationSupplier configuration, AgroalDataSourceListener... listeners) {
    try {
      return AgroalDataSource.from(configuration, listeners);
    } catch (SQLException e) {
      throw new IllegalArgumentException("The pool could not be made: " + e.getMessage(), e);
    }
  }

  private AgroalDataSourceConfigurationSupplier pool(int most, int least, IdleCheck check) {
    AgroalDataSourceConfigurationSupplier configuration =
        new AgroalDataSourceConfigurationSupplier();
    configuration
        .connectionPoolConfiguration()
        .maxSize(most)
        .minSize(least)
        .acquisitionTimeout(Duration.ofMillis(settings.limits().acquire()))
        .idleValidationTimeout(IDLE_BEFORE_CHECK)
        .connectionValidator(check)
        .exceptionSorter(new PostgreSQLExceptionSorter());
    connect(configuration.connectionPoolConfiguration().connectionFactoryConfiguration());
    return configuration;
  }

  private void connect(AgroalConnectionFactoryConfigurationSupplier factory) {
    TimeLimits limits = settings.limits();
    String connect = Integer.toString(seconds(limits.connect()));
    factory
        .connectionProviderClass(Driver.class)
        .jdbcUrl(settings.place().url())
        .trackJdbcResources(false)
        .jdbcProperty(PGProperty.CONNECT_TIMEOUT.getName(), connect)
        .jdbcProperty(PGProperty.LOGIN_TIMEOUT.getName(), connect)
        .jdbcProperty(PGProperty.CANCEL_SIGNAL_TIMEOUT.getName(), connect)
        // for what no step of ours bounds, the pool's own setting up of a connection among it
        .jdbcProperty(
            PGProperty.SOCKET_TIMEOUT.getName(), Integer.toString(seconds(limits.socket())))
        .jdbcProperty(PGProperty.TCP_KEEP_ALIVE.getName(), "true")
        // sends the driver's own settings at start, so that DISCARD ALL comes back to them
        .jdbcProperty(PGProperty.ASSUME_MIN_SERVER_VERSION.getName(), "13");
    if (settings.place().severalHosts()) {
      factory.jdbcProperty(PGProperty.TARGET_SERVER_TYPE.getName(), "primary");
    }
    settings.user().ifPresent(user -> factory.principal(new NamePrincipal(user)));
    settings.password().ifPresent(password -> factory.credential(new SimplePassword(password)));
  }

  private static int seconds(int millis) {
    return Math.max(1, (millis + 999) / 1000);
  }

  /**
   * A connection for work; it may have died while it was idle.
   *
   * @param holder what it is for, to be named when it is not given back
   */
  Lease work(String holder) throws SQLException {
    Lease lease = lease(working, settings.pools().most(), "pool.max", leaks);
    leaks.taken(lease, holder);
    return lease;
  }

  /** A connection for work that answered just now. Not after a silence, as each lasts as long. */
  Lease answering(String holder) throws SQLException {
    for (int left = settings.pools().most(); ; left--) {
      Lease candidate = work(holder);
      try {
        candidate.requireAnswer(settings.limits().connect());
        return candidate;
      } catch (SQLException e) {
        candidate.destroy();
        if (left == 0 || isSilence(e)) {
          throw e;
        }
      }
    }
  }

  /** Whether nothing was heard in time; the idle connections are then doubted too. */
  boolean isSilence(SQLException failure) {
    boolean silence = PostgresErrors.isSilence(failure);
    if (silence) {
      workingCheck.suspect();
    }
    return silence;
  }

  /** A connection of the reserved pool, whose answers are bounded already. */
  Lease reserved() throws SQLException {
    Lease lease = lease(reserved, settings.pools().reserved(), "pool.reserved", Leaks.NONE);
    lease.boundAnswers(settings.limits().socket() + settings.limits().lock());
    return lease;
  }

  private Lease lease(AgroalDataSource pool, int size, String property, Leaks watch)
      throws SQLException {
    try {
      Connection pooled = pool.getConnection();
      return new Lease(pooled, pooled.unwrap(BaseConnection.class), watch);
    } catch (SQLException e) {
      if (e.getSQLState() != null) {
        throw e;
      }
      throw new SQLTransientConnectionException(
          "No connection within "
              + settings.limits().acquire()
              + " ms (pool.acquire_timeout_ms): all "
              + size
              + " of the pool ("
              + property
              + ") are in use, or the server does not answer.",
          "53300",
          e);
    }
  }

  @Override
  public void close() {
    try (reserved) {
      working.close();
    }
  }
}
