package org.datxa.bridge.clickhouse.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.datxa.bridge.clickhouse.internal.payload.Chunk;
import org.datxa.bridge.clickhouse.internal.payload.Structure;
import org.datxa.bridge.clickhouse.internal.payload.Target;
import org.datxa.bridge.clickhouse.internal.payload.Work;
import org.datxa.bridge.clickhouse.internal.table.TableName;
import org.datxa.spi.Stamp;
import org.datxa.spi.StoreConfig;
import org.junit.jupiter.api.Test;

class StatementsTest {
  private static final Stamp STAMP = new Stamp(new UUID(1, 2), 7);

  private static String insert(String engine, String server) {
    Target target = new Target(new TableName("d", "t"), "u", engine, server, false, false);
    Chunk chunk = new Chunk(0, 0, "all", 1, new byte[] {0x0a, 0x0a});
    Structure structure = new Structure(List.of("a"), List.of("String"));
    return Statements.insert(
        new Work(List.of(target), List.of(structure), List.of(chunk)), chunk, STAMP, 1234);
  }

  @Test
  void h3_everyInsertCarriesItsDeadline() {
    assertThat(insert("MergeTree", ""))
        .contains("throwIf(now64(3) > toDateTime64('1970-01-01 00:00:01.234', 3, 'UTC')")
        .contains("unhex('0A0A')")
        .doesNotContain("serverUUID");
  }

  @Test
  void h5_replicatedTable_isWrittenAndCountedOnOneServerOnly() {
    String guard = "throwIf(toString(serverUUID()) != 'server-1', 'dat_server_is_another') = 0";
    assertThat(insert("ReplicatedMergeTree", "server-1")).contains(guard);
    Target target =
        new Target(new TableName("d", "t"), "u", "ReplicatedMergeTree", "server-1", false, false);
    Work work = new Work(List.of(target), List.of(), List.of());
    assertThat(Statements.look(work, STAMP, new TableName("d", "dat_applied")))
        .contains(guard)
        .contains("dat_tx_time = 7");
  }

  @Test
  void h1_settingsKeepAChunkOneBlock() {
    StoreSettings settings =
        StoreSettings.of(new StoreConfig("ch", "clickhouse", Map.of("url", "http://h/d")));
    assertThat(Statements.insertSettings(settings, 10, 500_000, "token"))
        .containsEntry("max_block_size", "500001")
        .containsEntry("max_insert_block_size", "500001")
        .containsEntry("min_insert_block_size_bytes", "0")
        .containsEntry("max_insert_threads", "1")
        .containsEntry("async_insert", "0")
        .containsEntry("max_execution_time", "10.0")
        .containsEntry("timeout_overflow_mode", "throw")
        .containsEntry("insert_deduplication_token", "token");
  }
}
