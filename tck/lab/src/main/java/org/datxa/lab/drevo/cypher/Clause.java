package org.datxa.lab.drevo.cypher;

import java.util.List;
import java.util.Map;

/** A clause of a statement: from rows to rows. Immutable. */
interface Clause {

  List<Map<String, Object>> apply(Run run, List<Map<String, Object>> rows);

  /**
   * Checks the variables that it uses and notes the ones that it binds.
   *
   * @return the clause to run: this one, or one that knows what {@code *} stands for
   */
  Clause checked(Names names);

  /** Whether it changes the graph or calls a procedure. */
  default boolean mayWrite() {
    return false;
  }

  /** Whether a statement may end with it. */
  default boolean mayEnd() {
    return mayWrite();
  }
}
