package org.datxa.lab.drevo.graph;

import java.util.Map;

/**
 * A relationship as it was at one moment. Immutable.
 *
 * @param id its number, never used again after it is deleted
 * @param type its type
 * @param from the node it starts at
 * @param to the node it ends at
 * @param properties its properties, with values as in {@link Node}
 */
public record Edge(long id, String type, long from, long to, Map<String, Object> properties) {}
