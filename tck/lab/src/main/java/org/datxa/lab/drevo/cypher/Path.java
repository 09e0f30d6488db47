package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/**
 * A walk through the graph.
 *
 * @param nodes its nodes, at least one
 * @param edges its relationships, one fewer than nodes
 */
public record Path(List<Node> nodes, List<Edge> edges) {

  /** The nodes and relationships in the order walked. */
  List<Object> steps() {
    List<Object> steps = new ArrayList<>();
    steps.add(nodes.get(0));
    for (int i = 0; i < edges.size(); i++) {
      steps.add(edges.get(i));
      steps.add(nodes.get(i + 1));
    }
    return steps;
  }
}
