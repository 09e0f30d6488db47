package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class LabLifetimeTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Test
  void whenOwnerIsKilled_itsServersEnd() {
    try (LabProcess owner = LabProcess.start(Owner.class)) {
      owner.awaitLine("^ready", LIMIT);
      List<ProcessHandle> servers = servers(owner);
      assertThat(servers).hasSizeGreaterThanOrEqualTo(4).allMatch(ProcessHandle::isAlive);

      owner.kill9();

      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> servers.stream().allMatch(Programs::hasEnded));
    }
  }

  private static List<ProcessHandle> servers(LabProcess owner) {
    return owner.lines().stream()
        .filter(line -> line.startsWith("pid "))
        .map(line -> ProcessHandle.of(Long.parseLong(line.substring(4))).orElseThrow())
        .toList();
  }

  @Test
  void whenClickHouseIsPaused_itAnswersAfterResume() {
    try (Lab lab = Lab.create()) {
      LabClickHouse server = lab.clickHouse();
      server.pause();
      Thread asker = new Thread(() -> server.query("SELECT 1"));
      asker.start();
      Awaitility.await()
          .during(Duration.ofMillis(300))
          .atMost(Duration.ofSeconds(5))
          .until(asker::isAlive);
      server.resume();
      Awaitility.await().atMost(LIMIT).until(() -> !asker.isAlive());
    }
  }

  @Test
  void whenProcessEndsWithoutTheLine_waitingEnds() {
    try (LabProcess owner = LabProcess.start(String.class)) {
      assertThatThrownBy(() -> owner.awaitLine("never", LIMIT))
          .isInstanceOf(LabException.class)
          .hasMessageContaining("ended with 1");
      assertThat(owner.awaitExit(LIMIT)).isEqualTo(1);
    }
  }

  @Test
  void whenCatalogIsNew_itsPropertiesNameTheDatabaseOfItsOwn() {
    try (LabIceberg one = Lab.shared().newIceberg();
        LabIceberg other = Lab.shared().newIceberg()) {
      Map<String, String> properties = one.catalogProperties();
      assertThat(properties).containsEntry("catalog-impl", "org.apache.iceberg.jdbc.JdbcCatalog");
      assertThat(properties.get("uri")).isNotEqualTo(other.catalogProperties().get("uri"));
    }
  }
}
