package org.datxa.bridge.postgresql.internal;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.datxa.bridge.handle.JdbcHandles;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;
import org.datxa.spi.error.HandleRefused;

/** What the application works with: its connections take part in the current transaction. */
final class PostgresDataSource implements DataSource {
  private final PostgresPools pools;
  private final PostgresSettings settings;
  private final Participation participation;

  PostgresDataSource(PostgresPools pools, PostgresSettings settings, Participation participation) {
    this.pools = pools;
    this.settings = settings;
    this.participation = participation;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Optional<Branch> branch = join();
    return branch.isPresent() ? enlisted(branch.get()) : plain();
  }

  private Optional<Branch> join() throws SQLException {
    try {
      return participation.join();
    } catch (HandleRefused e) {
      throw new SQLException(e.getMessage(), PostgresErrors.IN_USE, e);
    }
  }

  private Connection enlisted(Branch branch) throws SQLException {
    if (!(branch instanceof PostgresBranch own) || !own.store().equals(settings.name())) {
      throw new IllegalStateException("The branch joined is not of store " + settings.name() + ".");
    }
    EnlistedRules rules = new EnlistedRules(participation, own);
    rules.connect();
    return JdbcHandles.connection(rules);
  }

  private Connection plain() throws SQLException {
    Lease lease = pools.answering("a handle outside any transaction");
    try {
      if (!settings.place().url().contains("socketTimeout=")) {
        lease.boundAnswers(settings.limits().plain());
      }
    } catch (SQLException e) {
      lease.destroy();
      throw e;
    }
    return JdbcHandles.connection(
        new PlainRules(participation, lease, settings.limits().connect()));
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException(
        "The credentials of store '" + settings.name() + "' come from its configuration.", "0A000");
  }

  @Override
  public PrintWriter getLogWriter() {
    return null; // nothing is logged this way
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException("Logging goes through slf4j.", "0A000");
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    throw new SQLFeatureNotSupportedException("Set connect_timeout_ms instead.", "0A000");
  }

  @Override
  public int getLoginTimeout() {
    return Math.max(1, settings.limits().connect() / 1000);
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("Logging goes through slf4j.", "0A000");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("Not a wrapper of " + type.getName() + ".", "0A000");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  @Override
  public String toString() {
    return "DataSource of store " + settings.name();
  }
}
