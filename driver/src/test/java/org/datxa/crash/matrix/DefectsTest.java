package org.datxa.crash.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stores and journals that do not do what they say are found, and so is a point never reached. */
class DefectsTest {
  private static Labs labs;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    labs = new Labs();
  }

  @AfterAll
  static void end() {
    labs.close();
  }

  @ParameterizedTest(name = "{0}: {1}: {3}")
  @CsvSource({
    "pg, PG_PREPARE nothing, ch_apply/before/lost/unit/own/one, ROW_MISSING in pg",
    "pg3, PG_COMMIT nothing, pg_commit/before/twin/unit/own/one, ROW_MISSING in pg3",
    "ch, CH_APPLY twice, ch_mark/before/lost/unit/own/one, ROW_DOUBLED in ch",
    "ch, CH_MARK nothing, ch_mark/after/kill/unit/own/one, MARKER_MISSING in ch",
    "journal, JOURNAL_COMMITTED, pg_commit_prepared/after/kill/unit/own/one, ROW_MISSING in ch",
    "none, PG_PREPARE nothing, lake_mark/before/lost/unit/own/one, the point was never reached",
  })
  void whatDoesNotDoWhatItSaysIsFound(String store, String defect, String cell, String expected)
      throws Exception {
    Results results = new Results(line -> {});
    try (Matrix matrix =
        new Matrix(labs, folder, Map.of(store, defect), results, new AtomicLong(500), line -> {})) {
      matrix.run(List.of(Cell.parse(cell)));
      Wave.of(matrix.missed()).forEach(matrix::run);
    }
    assertThat(results.violations()).anyMatch(it -> it.contains(expected));
  }
}
