package org.datxa.bridge.iceberg.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ContentFileParser;
import org.apache.iceberg.PartitionSpec;

/**
 * A data or delete file that an operation names.
 *
 * @param role what the operation does with it
 * @param ours whether DatXA staged it; only then an abort deletes it
 * @param path where it is
 * @param length how long it is
 * @param description the file in Iceberg's JSON
 */
record StagedFile(Role role, boolean ours, String path, long length, JsonNode description) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What an operation does with a file. */
  enum Role {
    ADD,
    ADD_DELETES,
    REMOVE,
    REMOVE_DELETES;

    boolean adds() {
      return this == ADD || this == ADD_DELETES;
    }
  }

  static StagedFile of(
      Role role, boolean ours, ContentFile<?> file, Map<Integer, PartitionSpec> specs) {
    PartitionSpec spec = specs.get(file.specId());
    if (spec == null) {
      throw new IllegalArgumentException(
          "The table has no partition spec " + file.specId() + " of " + file.location());
    }
    try {
      JsonNode json = JSON.readTree(ContentFileParser.toJson(file, spec));
      return new StagedFile(role, ours, file.location(), file.fileSizeInBytes(), json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot describe " + file.location(), e);
    }
  }

  /** The file as Iceberg knows it, by the specs of its table. */
  <T> T content(Class<T> type, Map<Integer, PartitionSpec> specs) {
    return type.cast(ContentFileParser.fromJson(description, specs));
  }
}
