package org.datxa.bridge.iceberg.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.apache.iceberg.IcebergBuild;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.datxa.spi.Payload;

/**
 * A branch as bytes: the four letters DATI, a version, a CRC32C of all that follows, the length of
 * the JSON part, the JSON part, and the encoded rows one after another.
 */
final class PayloadFormat {
  private static final int MAGIC = 0x44415449;
  private static final byte VERSION = 1;
  private static final int HEAD = 13;
  private static final ObjectMapper JSON = new ObjectMapper();

  private PayloadFormat() {}

  static Payload encode(StagedBranch branch) {
    try {
      ByteArrayOutputStream rows = new ByteArrayOutputStream();
      byte[] json = JSON.writeValueAsBytes(branchJson(branch, rows));
      ByteBuffer all = ByteBuffer.allocate(HEAD + json.length + rows.size());
      all.putInt(MAGIC).put(VERSION).putInt(0).putInt(json.length);
      all.put(json).put(rows.toByteArray());
      all.putInt(5, checksum(all.array()));
      return Payload.of(all.array());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot encode the payload", e);
    }
  }

  private static int checksum(byte[] all) {
    CRC32C crc = new CRC32C();
    crc.update(all, 9, all.length - 9);
    return (int) crc.getValue();
  }

  private static ObjectNode branchJson(StagedBranch branch, ByteArrayOutputStream rows) {
    ObjectNode json = JSON.createObjectNode();
    json.put("iceberg", IcebergBuild.version());
    json.put("journal", branch.journalId().toString());
    json.put("catalog", branch.catalogName());
    ArrayNode tables = json.putArray("tables");
    branch.tables().forEach(table -> tables.add(tableJson(table, rows)));
    return json;
  }

  private static ObjectNode tableJson(StagedTable table, ByteArrayOutputStream rows) {
    ObjectNode json = JSON.createObjectNode();
    ArrayNode namespace = json.putArray("namespace");
    for (String level : table.table().namespace().levels()) {
      namespace.add(level);
    }
    json.put("table", table.table().name());
    json.put("uuid", table.uuid());
    json.put("schema", table.schemaId());
    json.put("base", table.base());
    ArrayNode steps = json.putArray("steps");
    table.steps().forEach(step -> steps.add(StepFormat.encode(step, rows)));
    return json;
  }

  static StagedBranch decode(Payload payload) {
    byte[] all = payload.bytes();
    try {
      ByteBuffer bytes = checked(all);
      int length = bytes.getInt();
      JsonNode json = JSON.readTree(all, HEAD, length);
      ByteBuffer rows = bytes.position(HEAD + length).slice();
      return branch(json, rows);
    } catch (DamagedPayload e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new DamagedPayload("it cannot be read", e);
    }
  }

  private static ByteBuffer checked(byte[] all) {
    ByteBuffer bytes = ByteBuffer.wrap(all);
    if (all.length < HEAD || bytes.getInt() != MAGIC) {
      throw new DamagedPayload("it does not begin as one of an Iceberg store", null);
    }
    byte version = bytes.get();
    if (version != VERSION) {
      throw new DamagedPayload("its version is " + version + ", known is " + VERSION, null);
    }
    if (bytes.getInt() != checksum(all)) {
      throw new DamagedPayload("its checksum is wrong", null);
    }
    return bytes;
  }

  private static StagedBranch branch(JsonNode json, ByteBuffer rows) {
    List<StagedTable> tables = new ArrayList<>();
    json.get("tables").forEach(table -> tables.add(table(table, rows)));
    UUID journal = UUID.fromString(json.get("journal").asText());
    return new StagedBranch(journal, json.get("catalog").asText(), tables);
  }

  private static StagedTable table(JsonNode json, ByteBuffer rows) {
    List<String> levels = new ArrayList<>();
    json.get("namespace").forEach(level -> levels.add(level.asText()));
    List<StagedStep> steps = new ArrayList<>();
    json.get("steps").forEach(step -> steps.add(StepFormat.decode(step, rows)));
    return new StagedTable(
        TableIdentifier.of(Namespace.of(levels.toArray(new String[0])), json.get("table").asText()),
        json.get("uuid").asText(),
        json.get("schema").asInt(),
        json.get("base").isNull() ? null : json.get("base").asLong(),
        steps);
  }
}
