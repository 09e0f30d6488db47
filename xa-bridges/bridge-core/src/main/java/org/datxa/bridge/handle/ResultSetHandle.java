package org.datxa.bridge.handle;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * A result set as the application sees it. Moving in one that fetches rows piece by piece is work;
 * reading rows that are in memory already is not.
 */
final class ResultSetHandle extends Handle<ResultSet> {
  private static final Set<String> MOVES =
      Set.of("next", "previous", "first", "last", "absolute", "relative", "afterLast", "isLast");
  private static final Set<String> CHANGES =
      Set.of("updateRow", "insertRow", "deleteRow", "refreshRow", "moveToInsertRow");

  private final ResultSet below;
  private final Statement statement;
  private final Guard guard;
  private final boolean piecewise;

  ResultSetHandle(ResultSet below, Statement statement, Guard guard) throws SQLException {
    super(ResultSet.class);
    this.below = below;
    this.statement = statement;
    this.guard = guard;
    this.piecewise = below.getFetchSize() > 0;
  }

  @Override
  Object call(Method method, Object... args) throws Throwable {
    String name = method.getName();
    if (name.equals("getStatement")) {
      return statement;
    }
    boolean work = CHANGES.contains(name) || (piecewise && MOVES.contains(name));
    Object result = work ? guard.work(null, () -> below, method, args) : down(below, method, args);
    return Wrapping.wrap(result, statement, guard);
  }
}
