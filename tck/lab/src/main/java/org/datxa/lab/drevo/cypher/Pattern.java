package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A path of a pattern.
 *
 * @param name the variable of the path, or null
 * @param nodes its nodes
 * @param edges its relationships, one fewer than nodes
 */
record Pattern(String name, List<NodePart> nodes, List<EdgePart> edges) {

  /**
   * A node of a pattern.
   *
   * @param name its variable, or null
   * @param labels the labels it has
   * @param properties a map, or null for none
   */
  record NodePart(String name, List<String> labels, Atoms.MapOf properties) {

    boolean isBare() {
      return labels.isEmpty() && properties == null;
    }
  }

  /**
   * A relationship of a pattern.
   *
   * @param name its variable, or null
   * @param types one of these; any when there is none
   * @param properties a map, or null for none
   * @param direction which way it goes
   * @param length how many in a row, or null for a single one
   */
  record EdgePart(
      String name,
      List<String> types,
      Atoms.MapOf properties,
      Direction direction,
      Length length) {}

  enum Direction {
    OUT,
    IN,
    BOTH
  }

  record Length(int least, int most) {}

  /** The variables of it. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    nodes.forEach(node -> names.add(node.name()));
    edges.forEach(edge -> names.add(edge.name()));
    names.add(name);
    names.remove(null);
    return names;
  }

  List<Expression> properties() {
    List<Expression> all = new ArrayList<>();
    nodes.forEach(node -> all.add(node.properties()));
    edges.forEach(edge -> all.add(edge.properties()));
    all.removeIf(one -> one == null);
    return all;
  }
}
