package org.datxa.bridge.clickhouse.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineRulesTest {
  private static TableShape shape(String engine, String arguments, String key) {
    return new TableShape(
        new TableName("d", "t"),
        "u",
        engine,
        engine + arguments + " ORDER BY a",
        "",
        key,
        "",
        false,
        "UTC",
        List.of(
            new Column("a", "Int64", "", ""),
            new Column("dat_txn", "UUID", "", ""),
            new Column("dat_tx_time", "Int64", "", "")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "MergeTree||a|true",
        "ReplicatedMergeTree|('/p', 'r')|a|true",
        "SharedMergeTree|('/p', 'r')|a|true",
        "ReplacingMergeTree|(dat_tx_time)|a|true",
        "ReplacingMergeTree|(dat_tx_time, gone)|a|true",
        "ReplacingMergeTree||a|false",
        "ReplacingMergeTree|(a)|a|false",
        "ReplicatedReplacingMergeTree|('/p', 'r', dat_tx_time)|a|true",
        "ReplicatedReplacingMergeTree|('/p', 'r', a)|a|false",
        "CoalescingMergeTree||a|false",
        "SummingMergeTree||a, dat_txn|false",
        "SummingMergeTree||dat_tx_time, a, dat_txn|true",
        "GraphiteMergeTree|('c')|a|false",
        "VersionedCollapsingMergeTree|(a, a)|a|false",
        "Distributed|('c', 'd', 't')||false",
        "Dictionary|||false",
        "MaterializedView|||false",
        "Kafka|||false",
      })
  void h5_engineDecidesWhatCanBeATarget(
      String engine, String arguments, String key, boolean taken) {
    TableShape shape = shape(engine, arguments == null ? "" : arguments, key == null ? "" : key);
    EngineRules rules = new EngineRules(Set.of("d.t"));
    assertThat(rules.objection(shape).isEmpty()).isEqualTo(taken);
    rules.objection(shape).ifPresent(text -> assertThat(text).contains(engine));
  }
}
