package org.datxa.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.datxa.lab.LabProcess;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes write to one graph: all conflict with all, and all get through. */
class GraphLoadTest {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int THREADS = 3;
  private static final int EACH = 10;

  @TempDir private Path folder;

  @ParameterizedTest(name = "gate {0}")
  @ValueSource(strings = {"true", "false"})
  void whenTwoCoordinatorsWriteToOneGraph_allTransactionsGetThrough(String gate)
      throws IOException {
    TestDeployment lab =
        new TestDeployment()
            .postgres("pg")
            .drevo("graph")
            .journal()
            .set("stores.graph.gate", gate)
            .set("recovery.interval_ms", "1000")
            .set("recovery.stale_after_ms", "30000");
    Path file = folder.resolve("load.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      lab.values().store(writer, null);
    }
    try (LabProcess one = worker(file, 0);
        LabProcess two = worker(file, 1000)) {
      one.awaitLine("FINISHED", LIMIT);
      two.awaitLine("FINISHED", LIMIT);
      long[] attempts =
          Stream.of(one, two)
              .flatMap(GraphLoadTest::attempts)
              .mapToLong(it -> it)
              .sorted()
              .toArray();
      assertThat(attempts).hasSize(2 * THREADS * EACH);
      System.out.printf(
          "two coordinators on one graph, gate %s: %d transactions, attempts each: p50 %d, p90 %d, most %d%n",
          gate,
          attempts.length,
          attempts[attempts.length / 2],
          attempts[attempts.length * 9 / 10],
          attempts[attempts.length - 1]);
    }
    assertThat(lab.nodes("graph")).isEqualTo(2L * THREADS * EACH);
    assertThat(lab.items("pg")).isEqualTo(2L * THREADS * EACH);
    assertThat(lab.preparedInGraph("graph")).isZero();
    assertThat(lab.prepared("pg")).isZero();
  }

  private static LabProcess worker(Path file, int first) {
    return LabProcess.start(
        GraphLoadWorker.class,
        file.toString(),
        Integer.toString(first),
        Integer.toString(THREADS),
        Integer.toString(EACH));
  }

  private static Stream<Long> attempts(LabProcess worker) {
    return worker.lines().stream()
        .filter(line -> line.startsWith("ATTEMPTS "))
        .map(line -> Long.parseLong(line.substring("ATTEMPTS ".length())));
  }
}
