package org.datxa.spring;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of DatXA's keys, found again from any spelling that Spring Boot allows. */
final class PropertyNames {
  static final List<String> DEPLOYMENT =
      List.of(
          "journal",
          "journal.intent",
          "shape",
          "journal.user",
          "journal.password",
          "journal.schema",
          "journal.table",
          "journal.pool.max",
          "journal.pool.acquire_timeout_ms",
          "journal.connect_timeout_ms",
          "journal.answer_timeout_ms",
          "journal.conflict_timeout_ms",
          "journal.group_commit",
          "journal.keep_ms",
          "max_payload_bytes",
          "min_free",
          "timeout_ms",
          "settle_ms",
          "recovery.interval_ms",
          "recovery.stale_after_ms",
          "recovery.alert_after_ms",
          "recovery.sweep_ms",
          "markers.keep_ms");

  static final List<String> STORE =
      List.of(
          "kind",
          "url",
          "user",
          "password",
          "schema",
          "database",
          "pool.max",
          "pool.min",
          "pool.reserved",
          "pool.acquire_timeout_ms",
          "pool.leak_ms",
          "connect_timeout_ms",
          "socket_timeout_ms",
          "lock_timeout_ms",
          "idle_in_transaction_timeout_ms",
          "plain_timeout_ms",
          "answer_timeout_ms",
          "settle_timeout_ms",
          "max_result_rows",
          "validate_reads",
          "gate",
          "gate_wait_ms",
          "prepared_timeout_ms",
          "finish_within_ms",
          "catalog_name",
          "inline_append_bytes",
          "marker.retention_ms",
          "warehouse.single_process",
          "commit.timeout_ms",
          "max_execution_ms",
          "claim_ms",
          "margin_ms",
          "max_chunk_rows",
          "max_chunk_bytes",
          "max_buffer_bytes",
          "compress",
          "replacing.tables");

  /** What follows is for the catalog and is not DatXA's to spell. */
  private static final String CATALOG = "catalog.";

  private static final Map<String, String> OF_DEPLOYMENT =
      bySqueezed(Stream.concat(DEPLOYMENT.stream(), Stream.of("journal.url")));
  private static final Map<String, String> OF_STORE = bySqueezed(STORE.stream());

  private PropertyNames() {}

  private static Map<String, String> bySqueezed(Stream<String> names) {
    Map<String, String> found =
        new HashMap<>(
            names.collect(Collectors.toMap(PropertyNames::squeezed, Function.identity())));
    // In nested YAML a key cannot have a value and keys below it.
    found.computeIfPresent("journalurl", (squeezed, name) -> "journal");
    return found;
  }

  /** Two spellings of one name are the same without their separators. */
  static String squeezed(String name) {
    return name.replaceAll("[._-]", "").toLowerCase(Locale.ROOT);
  }

  static String ofDeployment(String given) {
    return OF_DEPLOYMENT.getOrDefault(squeezed(given), snake(given));
  }

  static String ofStore(String given) {
    return given.startsWith(CATALOG) ? given : OF_STORE.getOrDefault(squeezed(given), snake(given));
  }

  /** DatXA has no dash in a key, so one that is not known here is at least spelt as its like. */
  private static String snake(String given) {
    return given.replace('-', '_');
  }
}
