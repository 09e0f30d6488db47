package org.datxa.checker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.checker.internal.Values;

/**
 * Attempts as text, one JSON object in a line: {@code {"key": …, "datTxn": …, "answer": …, "rows":
 * {store: {id: {column: value}}}}}. Empty lines and those that begin with {@code #} are skipped.
 */
public final class AttemptFile {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private AttemptFile() {}

  /**
   * Reads a file.
   *
   * @param file the file
   * @return its attempts
   * @throws IOException if it cannot be read, or a line makes no sense
   */
  public static List<Attempt> read(Path file) throws IOException {
    List<Attempt> attempts = new ArrayList<>();
    int number = 0;
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        try {
          attempts.add(parse(line));
        } catch (JsonProcessingException | IllegalArgumentException e) {
          throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
        }
      }
    }
    return attempts;
  }

  /**
   * Reads a line.
   *
   * @param line the text
   * @return the attempt
   * @throws IOException if it makes no sense
   */
  public static Attempt parse(String line) throws IOException {
    JsonNode node = JSON.readTree(line);
    Map<String, Map<Object, Map<String, Object>>> rows = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> store : node.path("rows").properties()) {
      Map<Object, Map<String, Object>> ids = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> id : store.getValue().properties()) {
        ids.put(id.getKey(), columns(id.getValue()));
      }
      rows.put(store.getKey(), ids);
    }
    return new Attempt(
        node.path("key").asText(),
        node.path("datTxn").asText(),
        Answer.valueOf(node.path("answer").asText()),
        rows);
  }

  private static Map<String, Object> columns(JsonNode node) throws JsonProcessingException {
    Map<String, Object> columns = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> column : node.properties()) {
      columns.put(column.getKey(), JSON.treeToValue(column.getValue(), Object.class));
    }
    return columns;
  }

  /**
   * Writes a line.
   *
   * @param attempt the attempt
   * @return the text, without an end of line
   */
  public static String line(Attempt attempt) {
    ObjectNode node = JSON.createObjectNode();
    node.put("key", attempt.key()).put("datTxn", attempt.datTxn());
    node.put("answer", attempt.answer().name());
    ObjectNode rows = node.putObject("rows");
    attempt
        .rows()
        .forEach(
            (store, ids) -> {
              ObjectNode of = rows.putObject(store);
              ids.forEach((id, columns) -> of.set(Values.text(id), JSON.valueToTree(columns)));
            });
    return node.toString();
  }
}
