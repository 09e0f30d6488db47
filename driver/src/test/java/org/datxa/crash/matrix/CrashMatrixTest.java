package org.datxa.crash.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The crash matrix within the budget of the build. */
class CrashMatrixTest {
  private static final int OF_EACH_POINT = Integer.getInteger("datxa.matrix.each", 2);

  @TempDir private Path folder;

  @Test
  void eachCellEndsWholeAndAsAnswered() throws Exception {
    String only = System.getProperty("datxa.matrix.cell", "");
    List<Cell> chosen =
        only.isEmpty()
            ? Choice.of(OF_EACH_POINT)
            : Cells.possible().stream()
                .filter(it -> it.toString().matches(".*(" + only + ").*"))
                .toList();
    Results results = new Results(CrashMatrixTest::print);
    try (Labs labs = new Labs();
        Matrix matrix =
            new Matrix(
                labs,
                Files.createDirectories(folder.resolve("m")),
                Map.of(),
                results,
                new AtomicLong(1000),
                CrashMatrixTest::print)) {
      Wave.of(chosen).forEach(matrix::run);
      Wave.of(matrix.missed()).forEach(matrix::run);
    }
    results.print();
    System.out.println(
        "crash-matrix: runs=" + results.runs() + " violations=" + results.violations().size());
    assertThat(results.violations()).isEmpty();
    assertThat(results.runs()).isEqualTo(chosen.size());
  }

  private static void print(String line) {
    System.out.println(line);
  }
}
