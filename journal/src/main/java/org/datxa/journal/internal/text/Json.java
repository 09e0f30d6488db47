package org.datxa.journal.internal.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Strict reading of the JSON in a row. What is not exactly as written by us is refused. */
final class Json {
  static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree of plain values could not be written", e);
    }
  }

  static JsonNode parse(String text) throws Unreadable {
    try {
      JsonNode node = MAPPER.readTree(text);
      if (node == null || node.isMissingNode()) {
        throw new Unreadable("empty text", null);
      }
      return node;
    } catch (JsonProcessingException e) {
      throw new Unreadable("not JSON at " + e.getLocation().offsetDescription(), e);
    }
  }

  static ObjectNode object(JsonNode node, List<String> fields) throws Unreadable {
    if (!(node instanceof ObjectNode object)) {
      throw new Unreadable("not an object", null);
    }
    Set<String> found = new TreeSet<>();
    object.fieldNames().forEachRemaining(found::add);
    if (!found.equals(new TreeSet<>(fields))) {
      throw new Unreadable("fields " + found + " in place of " + fields, null);
    }
    return object;
  }

  static String text(ObjectNode object, String field) throws Unreadable {
    JsonNode node = object.get(field);
    if (!node.isTextual()) {
      throw new Unreadable("'" + field + "' is not text", null);
    }
    return node.textValue();
  }

  static boolean flag(ObjectNode object, String field) throws Unreadable {
    JsonNode node = object.get(field);
    if (!node.isBoolean()) {
      throw new Unreadable("'" + field + "' is neither true nor false", null);
    }
    return node.booleanValue();
  }

  static long number(ObjectNode object, String field) throws Unreadable {
    JsonNode node = object.get(field);
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw new Unreadable("'" + field + "' is not a whole number", null);
    }
    return node.longValue();
  }
}
