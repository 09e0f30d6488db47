package org.datxa.lab.drevo.graph;

import java.util.List;
import java.util.Map;

/**
 * A node as it was at one moment. Immutable.
 *
 * @param id its number, never used again after it is deleted
 * @param labels its labels in the order given, the primary one first; at least one
 * @param title its title, unique in the whole database; null for an untitled node
 * @param body its body; null when empty
 * @param properties all other properties; values are null, Boolean, Long, Double, String, List or
 *     Map of these
 */
public record Node(
    long id, List<String> labels, String title, String body, Map<String, Object> properties) {}
