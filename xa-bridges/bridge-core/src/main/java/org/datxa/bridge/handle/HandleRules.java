package org.datxa.bridge.handle;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What the holder of a connection handle may do. One instance belongs to one handle.
 *
 * <p><b>Concurrency.</b> Called by whichever thread uses the handle.
 */
public interface HandleRules {
  /** The answer of {@link #control} for a call that it took over and that gives nothing back. */
  Object NOTHING = new Object();

  /**
   * The connection below, at the moment of use.
   *
   * @return the connection that statements are made on
   * @throws SQLException if there is none any more
   */
  Connection connection() throws SQLException;

  /**
   * Called before each call that may reach the server. Each call that returns normally is followed
   * by exactly one {@link #after}.
   *
   * @param sql the text of the statement, or null when the call has none
   * @throws SQLException if the call is refused
   */
  void before(String sql) throws SQLException;

  /**
   * Called after each call that {@link #before} let pass.
   *
   * @param failure what the call threw, or null
   * @throws SQLException to fail the call although the server answered
   */
  void after(SQLException failure) throws SQLException;

  /**
   * Offers the calls that end or shape a transaction or a session: those of {@link Connection} that
   * are neither work nor questions about the handle itself.
   *
   * @param method the name of the method, for example {@code commit}
   * @param args its arguments, never null
   * @return empty to let it pass to the connection below; {@link #NOTHING} when it was done here;
   *     otherwise the result
   * @throws SQLException if the call is refused
   */
  Optional<Object> control(String method, Object... args) throws SQLException;

  /**
   * Called once, when the handle is closed for the first time.
   *
   * @throws SQLException if something could not be given back
   */
  void closed() throws SQLException;
}
