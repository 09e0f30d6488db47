package org.datxa.bridge.drevo;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A relationship as it was when it was read.
 *
 * @param id its number
 * @param type its type
 * @param from the number of the node it starts at
 * @param to the number of the node it ends at
 * @param properties its properties
 */
public record DrevoRelationship(
    long id, String type, long from, long to, Map<String, Object> properties) {
  /**
   * Copies the properties.
   *
   * @param id its number
   * @param type its type
   * @param from the number of the node it starts at
   * @param to the number of the node it ends at
   * @param properties its properties
   */
  public DrevoRelationship {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties)); // may hold null
  }
}
