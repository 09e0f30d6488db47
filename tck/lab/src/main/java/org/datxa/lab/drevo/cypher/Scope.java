package org.datxa.lab.drevo.cypher;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where an expression is evaluated.
 *
 * @param run the run of the statement
 * @param row the variables
 * @param group the rows that an aggregate goes over; null where there is none
 */
record Scope(Run run, Map<String, Object> row, List<Map<String, Object>> group) {

  Scope(Run run, Map<String, Object> row) {
    this(run, row, null);
  }

  Scope with(String name, Object value) {
    return new Scope(run, extended(row, name, value), group);
  }

  static Map<String, Object> extended(Map<String, Object> row, String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(row);
    more.put(name, value);
    return more;
  }
}
