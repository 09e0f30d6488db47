package org.datxa.bridge.iceberg.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.datxa.bridge.iceberg.internal.StagedOperation.Check;
import org.datxa.spi.Payload;

/** The steps of a payload as JSON; encoded rows stand beside it, in the order of the steps. */
final class StepFormat {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private StepFormat() {}

  static ObjectNode encode(StagedStep step, ByteArrayOutputStream rows) {
    return step instanceof StagedRows staged
        ? encodeRows(staged, rows)
        : encodeOperation((StagedOperation) step);
  }

  private static ObjectNode encodeRows(StagedRows step, ByteArrayOutputStream rows) {
    rows.writeBytes(step.bytes().bytes());
    return NODES
        .objectNode()
        .put("rows", step.count())
        .put("bytes", step.bytes().size())
        .put("spec", step.specId())
        .put("schema", step.schema());
  }

  private static ObjectNode encodeOperation(StagedOperation step) {
    ObjectNode json =
        NODES
            .objectNode()
            .put("operation", step.kind().name())
            .put("branch", step.branch())
            .put("from", step.from())
            .put("filter", step.rowFilter())
            .put("conflicts", step.conflictFilter())
            .put("case_sensitive", step.caseSensitive());
    ArrayNode files = json.putArray("files");
    step.files().forEach(file -> files.add(encodeFile(file)));
    ArrayNode checks = json.putArray("checks");
    step.checks().forEach(check -> checks.add(check.name()));
    step.deletedPaths().forEach(json.putArray("deleted")::add);
    step.neededPaths().forEach(json.putArray("needed")::add);
    ObjectNode summary = json.putObject("summary");
    step.summary().forEach(summary::put);
    return json;
  }

  private static ObjectNode encodeFile(StagedFile file) {
    return NODES
        .objectNode()
        .put("role", file.role().name())
        .put("ours", file.ours())
        .put("path", file.path())
        .put("length", file.length())
        .set("file", file.description());
  }

  static StagedStep decode(JsonNode json, ByteBuffer rows) {
    return json.has("rows") ? decodeRows(json, rows) : decodeOperation(json);
  }

  private static StagedRows decodeRows(JsonNode json, ByteBuffer rows) {
    byte[] bytes = new byte[json.get("bytes").asInt()];
    rows.get(bytes);
    return new StagedRows(
        json.get("schema").asText(),
        json.get("spec").asInt(),
        json.get("rows").asLong(),
        Payload.of(bytes));
  }

  private static StagedOperation decodeOperation(JsonNode json) {
    List<StagedFile> files = new ArrayList<>();
    json.get("files").forEach(file -> files.add(decodeFile(file)));
    Set<Check> checks = new HashSet<>();
    json.get("checks").forEach(check -> checks.add(Check.valueOf(check.asText())));
    Map<String, String> summary = new HashMap<>();
    json.get("summary").properties().forEach(e -> summary.put(e.getKey(), e.getValue().asText()));
    return new StagedOperation(
        StagedOperation.Kind.valueOf(json.get("operation").asText()),
        json.get("branch").asText(),
        json.get("from").isNull() ? null : json.get("from").asLong(),
        files,
        text(json.get("filter")),
        text(json.get("conflicts")),
        checks,
        json.get("case_sensitive").asBoolean(),
        texts(json.get("deleted")),
        texts(json.get("needed")),
        summary);
  }

  private static StagedFile decodeFile(JsonNode json) {
    return new StagedFile(
        StagedFile.Role.valueOf(json.get("role").asText()),
        json.get("ours").asBoolean(),
        json.get("path").asText(),
        json.get("length").asLong(),
        json.get("file"));
  }

  private static String text(JsonNode json) {
    return json.isNull() ? null : json.asText();
  }

  private static List<String> texts(JsonNode json) {
    List<String> texts = new ArrayList<>();
    json.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
