package org.datxa.lab.drevo.cypher;

import java.util.List;

/**
 * What a statement gives back.
 *
 * @param fields the names of the columns
 * @param rows the rows; values are null, Boolean, Long, Double, String, List, Map, Node, Edge or
 *     Path
 */
public record Answer(List<String> fields, List<List<Object>> rows) {}
