package org.datxa.bridge.handle;

import java.lang.reflect.Method;
import java.sql.SQLException;

/** Runs pieces of work between {@link HandleRules#before} and {@link HandleRules#after}. */
final class Guard {
  private final HandleRules rules;
  private volatile boolean closed;

  Guard(HandleRules rules) {
    this.rules = rules;
  }

  HandleRules rules() {
    return rules;
  }

  /** From now on nothing that came from the connection works. */
  void close() {
    closed = true;
  }

  void requireOpen() throws SQLException {
    if (closed) {
      throw new SQLException("This handle is closed; take a new one from its DataSource.", "08003");
    }
  }

  Object work(String sql, Target target, Method method, Object... args) throws Throwable {
    requireOpen();
    rules.before(sql);
    Object result;
    try {
      result = Handle.down(target.below(), method, args);
    } catch (Throwable failure) {
      after(failure);
      throw failure;
    }
    rules.after(null);
    return result;
  }

  private void after(Throwable failure) {
    try {
      rules.after(failure instanceof SQLException sql ? sql : null);
    } catch (SQLException second) {
      if (second != failure) {
        failure.addSuppressed(second);
      }
    }
  }

  /** What the work is done on, asked for after it was admitted. */
  @FunctionalInterface
  interface Target {
    Object below() throws SQLException;
  }
}
