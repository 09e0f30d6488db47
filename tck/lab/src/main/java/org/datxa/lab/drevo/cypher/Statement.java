package org.datxa.lab.drevo.cypher;

import java.util.Map;
import java.util.Optional;
import org.datxa.lab.drevo.graph.GraphAccess;

/** A parsed statement. Immutable; can be run any number of times. */
public interface Statement {
  /**
   * Runs the whole statement. What was changed before a failure stays changed in the graph given.
   *
   * @param graph the graph
   * @param parameters the parameters without the dollar sign, values as in a property
   * @param procedures what CALL reaches
   * @return the rows, all of them; no columns when the statement returns nothing
   * @throws org.datxa.lab.drevo.graph.DrevoFailure when it fails
   */
  Answer run(GraphAccess graph, Map<String, Object> parameters, Procedures procedures);

  /**
   * Whether it has a clause that changes the graph, or a CALL.
   *
   * @return false when it can only read
   */
  boolean mayWrite();

  /**
   * The single CALL clause (with or without YIELD, without anything else) that the statement is.
   *
   * @return the call, or empty for every other statement
   */
  Optional<SingleCall> singleCall();

  /** A statement that is one CALL. */
  interface SingleCall {
    /**
     * The procedure's full name as written.
     *
     * @return the name
     */
    String procedure();

    /**
     * The number of arguments.
     *
     * @return the number
     */
    int arguments();

    /**
     * The value of the only argument when it is a string literal or a parameter that holds a
     * string.
     *
     * @param parameters the parameters
     * @return the string, or empty for any other expression, value or number of arguments
     */
    Optional<String> onlyString(Map<String, Object> parameters);
  }
}
