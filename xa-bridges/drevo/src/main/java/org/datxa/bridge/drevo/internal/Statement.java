package org.datxa.bridge.drevo.internal;

import java.util.Map;

/**
 * A statement to be sent.
 *
 * @param cypher its text
 * @param parameters its parameters, as the client takes them
 */
record Statement(String cypher, Map<String, Object> parameters) {
  static Statement of(String cypher) {
    return new Statement(cypher, Map.of());
  }

  static Statement of(String cypher, String key, Object value) {
    return new Statement(cypher, Map.of(key, value));
  }
}
