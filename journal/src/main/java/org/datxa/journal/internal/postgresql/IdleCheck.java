package org.datxa.journal.internal.postgresql;

import io.agroal.api.AgroalDataSourceListener;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks connections that were idle whether they are alive. The pool asks one after the other within
 * one acquisition, whose own limit does not bound that. So when one is dead the others are taken
 * for dead too, until a new connection could be made: each silence would last as long.
 */
final class IdleCheck implements ConnectionValidator, AgroalDataSourceListener {
  private static final Logger LOG = LoggerFactory.getLogger(IdleCheck.class);

  private final int seconds;
  private volatile boolean suspicious;

  IdleCheck(int seconds) {
    this.seconds = seconds;
  }

  @Override
  public boolean isValid(Connection connection) {
    if (suspicious) {
      return false;
    }
    boolean alive = answers(connection);
    if (!alive) {
      suspicious = true;
    }
    return alive;
  }

  private boolean answers(Connection connection) {
    try {
      return connection.isValid(seconds);
    } catch (SQLException e) {
      LOG.debug("A connection that cannot tell is taken for dead.", e);
      return false;
    }
  }

  @Override
  public void onConnectionCreation(Connection connection) {
    suspicious = false;
  }
}
