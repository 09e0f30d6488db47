package org.datxa.bridge.drevo;

import java.util.List;

/**
 * A path as it was when it was read.
 *
 * @param nodes its nodes, in the order of the path
 * @param relationships its relationships, one fewer than nodes
 */
public record DrevoPath(List<DrevoNode> nodes, List<DrevoRelationship> relationships) {
  /**
   * Copies both lists.
   *
   * @param nodes its nodes, in the order of the path
   * @param relationships its relationships, one fewer than nodes
   */
  public DrevoPath {
    nodes = List.copyOf(nodes);
    relationships = List.copyOf(relationships);
  }
}
