package org.datxa.lab.drevo.cypher;

import java.util.List;
import org.datxa.lab.drevo.graph.DrevoFailure;

/** The procedures that a statement may call. */
@FunctionalInterface
public interface Procedures {
  /**
   * Calls a procedure.
   *
   * @param name its full name, for example {@code drevo.tx.listPrepared}, in the case written
   * @param arguments the values of its arguments
   * @return the columns and rows
   * @throws DrevoFailure what the procedure refuses; an unknown one is refused too
   */
  Answer call(String name, List<Object> arguments);
}
