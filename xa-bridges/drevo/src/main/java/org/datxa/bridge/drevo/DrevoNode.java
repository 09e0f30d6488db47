package org.datxa.bridge.drevo;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node as it was when it was read.
 *
 * @param id its number, as {@code id(n)} gives it
 * @param labels its labels
 * @param properties its properties, title and body among them
 */
public record DrevoNode(long id, List<String> labels, Map<String, Object> properties) {
  /**
   * Copies labels and properties.
   *
   * @param id its number, as {@code id(n)} gives it
   * @param labels its labels
   * @param properties its properties, title and body among them
   */
  public DrevoNode {
    labels = List.copyOf(labels);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties)); // may hold null
  }
}
