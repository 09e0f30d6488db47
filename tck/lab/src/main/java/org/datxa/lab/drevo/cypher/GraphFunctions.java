package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.Map;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/** The functions of nodes, relationships and paths. */
final class GraphFunctions {

  private GraphFunctions() {}

  static void add(Map<String, Function> table) {
    table.put("id", Function.one(GraphFunctions::id));
    table.put("elementid", Function.one(value -> String.valueOf(id(value))));
    table.put("labels", entity((run, value) -> Entities.node(run, value).labels()));
    table.put("type", entity((run, value) -> Entities.edge(run, value).type()));
    table.put("properties", entity(GraphFunctions::properties));
    table.put("keys", entity((run, value) -> new ArrayList<>(properties(run, value).keySet())));
    table.put("startnode", entity((run, value) -> end(run, Entities.edge(run, value).from())));
    table.put("endnode", entity((run, value) -> end(run, Entities.edge(run, value).to())));
    table.put("nodes", Function.one(value -> path(value).nodes()));
    table.put("relationships", Function.one(value -> path(value).edges()));
    table.put("length", Function.one(value -> (long) path(value).edges().size()));
  }

  private interface OfEntity {
    Object apply(Run run, Object value);
  }

  private static Function entity(OfEntity body) {
    return new Function(1, 1, false, (run, arguments) -> body.apply(run, arguments.get(0)));
  }

  private static Object id(Object value) {
    if (value instanceof Node node) {
      return node.id();
    }
    if (value instanceof Edge edge) {
      return edge.id();
    }
    throw Refusal.type("a node or relationship", value);
  }

  private static Map<?, ?> properties(Run run, Object value) {
    boolean entity = value instanceof Node || value instanceof Edge;
    return entity ? Entities.properties(run, value) : Values.map(value);
  }

  private static Object end(Run run, long id) {
    return run.graph().node(id);
  }

  private static Path path(Object value) {
    if (value instanceof Path path) {
      return path;
    }
    throw Refusal.type("a path", value);
  }
}
