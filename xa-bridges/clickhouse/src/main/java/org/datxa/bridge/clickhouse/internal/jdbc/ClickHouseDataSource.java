package org.datxa.bridge.clickhouse.internal.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.datxa.bridge.clickhouse.internal.store.ClickHouseBranch;
import org.datxa.bridge.clickhouse.internal.store.StoreSettings;
import org.datxa.bridge.clickhouse.internal.store.TableCatalog;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;
import org.datxa.spi.error.DatXaException;

/**
 * What an application works with. A connection belongs to the transaction in which it was taken: an
 * INSERT of values is buffered, a query goes straight to the server and does not see what is
 * buffered, everything else is refused. Outside a transaction an INSERT is a transaction of its
 * own, and everything else goes straight to the server.
 */
public final class ClickHouseDataSource implements DataSource {
  private final StoreSettings settings;
  private final Participation participation;
  private final DriverConnections driver;
  private final Inserts inserts;

  /**
   * A data source; nothing is connected yet.
   *
   * @param settings where the server is
   * @param participation how to join the current transaction
   * @param catalog the target tables
   */
  public ClickHouseDataSource(
      StoreSettings settings, Participation participation, TableCatalog catalog) {
    this.settings = settings;
    this.participation = participation;
    this.driver = new DriverConnections(settings);
    this.inserts = new Inserts(settings.endpoint().database(), catalog);
  }

  @Override
  public Connection getConnection() throws SQLException {
    return new ConnectionHandle(scope(), driver, inserts, settings).proxy();
  }

  private Scope scope() throws SQLException {
    try {
      Optional<Branch> branch = participation.join();
      if (branch.isPresent()) {
        return new Scope.InBranch(participation, (ClickHouseBranch) branch.get());
      }
      return new Scope.Outside(participation);
    } catch (DatXaException e) {
      throw SqlErrors.of(e);
    }
  }

  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    throw SqlErrors.refused("The account is part of the store's configuration");
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    throw SqlErrors.refused("Logging goes through slf4j");
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    throw SqlErrors.refused("Set connect_timeout_ms of the store");
  }

  @Override
  public int getLoginTimeout() {
    return (int) settings.endpoint().connect().toSeconds();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("Logging goes through slf4j");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw SqlErrors.refused("The data source is no " + type.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
