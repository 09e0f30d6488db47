package org.datxa.bridge.postgresql.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.datxa.bridge.handle.HandleRules;
import org.datxa.spi.Participation;
import org.datxa.spi.error.HandleRefused;

/** What the holder of a connection may do that was taken outside any transaction: everything. */
final class PlainRules implements HandleRules {
  private final Participation participation;
  private final Lease lease;
  private final int resetMillis;

  PlainRules(Participation participation, Lease lease, int resetMillis) {
    this.participation = participation;
    this.lease = lease;
    this.resetMillis = resetMillis;
  }

  @Override
  public Connection connection() {
    return lease.connection();
  }

  @Override
  public void before(String sql) throws SQLException {
    try {
      participation.requireOutside();
    } catch (HandleRefused e) {
      throw new SQLException(e.getMessage(), PostgresErrors.IN_USE, e);
    }
    if (sql != null && SqlText.of(sql).marksSession()) {
      lease.dirty();
    }
  }

  @Override
  public void after(SQLException failure) {
    // whatever it was, it is the application's own transaction
  }

  @Override
  public Optional<Object> control(String method, Object... args) {
    if (method.equals("abort")) {
      lease.destroy();
      return Optional.of(NOTHING);
    }
    SessionMarks.note(lease, method);
    return Optional.empty();
  }

  @Override
  public void closed() {
    lease.giveBack(resetMillis);
  }
}
