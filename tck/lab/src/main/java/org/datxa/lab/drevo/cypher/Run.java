package org.datxa.lab.drevo.cypher;

import java.util.Map;
import org.datxa.lab.drevo.graph.GraphAccess;

/**
 * What one run of a statement works with.
 *
 * @param graph the graph
 * @param parameters the parameters
 * @param procedures what CALL reaches
 */
record Run(GraphAccess graph, Map<String, Object> parameters, Procedures procedures) {

  Object parameter(String name) {
    if (!parameters.containsKey(name)) {
      throw Refusal.missing(name);
    }
    return parameters.get(name);
  }
}
