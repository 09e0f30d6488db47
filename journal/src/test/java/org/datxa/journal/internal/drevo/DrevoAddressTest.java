package org.datxa.journal.internal.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.datxa.journal.DrevoJournalConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One graph has one spelling, and a secret none. */
class DrevoAddressTest {
  @ParameterizedTest
  @CsvSource({
    "bolt://Host, host:7687/drevo",
    "BOLT://host:7687, host:7687/drevo",
    "bolt+s://host./, host:7687/drevo",
    "bolt://host?database=, host:7687/drevo",
    "bolt://host:99?database=j-1, host:99/j-1",
    "bolt://127.0.0.1?database=j, localhost:7687/j",
    "bolt://localhost?database=j, localhost:7687/j",
    "bolt://[::1]?database=j, localhost:7687/j",
    "bolt://[0:0:0:0:0:0:0:1]?database=j, localhost:7687/j",
    "bolt://10.0.0.1?database=J, 10.0.0.1:7687/J"
  })
  void oneGraphHasOneSpelling(String url, String graph) {
    assertThat(DrevoJournalConfig.of(url, "", "").graph()).isEqualTo(graph);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "neo4j://host",
        "http://host",
        "bolt:host",
        "bolt://",
        "bolt://host/path",
        "bolt://me:swordfish@host",
        "bolt://host?database=a b&password=swordfish",
        "bolt://host?password=swordfish",
        "bolt://host?database=j&password=swordfish",
        "bolt://host?database=-j",
        "bolt://host?database=j#swordfish"
      })
  void otherAddressesAreRefusedAndNotShown(String url) {
    assertThatThrownBy(() -> DrevoJournalConfig.of(url, "", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(
            e -> {
              StringWriter trace = new StringWriter();
              e.printStackTrace(new PrintWriter(trace));
              assertThat(trace.toString()).doesNotContain("swordfish");
            });
  }

  @Test
  void secretsAreNotInTheText() {
    assertThat(DrevoJournalConfig.of("bolt://host", "me", "swordfish"))
        .asString()
        .contains("me")
        .doesNotContain("swordfish");
  }

  @Test
  void whatHasNoBoundIsRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new DrevoJournalConfig.Limits(second, second, Duration.ZERO, second))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DrevoJournalConfig.of("bolt://host", "", "").withPoolSize(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
