package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.datxa.lab.LabDisk;
import org.datxa.spi.ErrorKind;
import org.datxa.tck.ErrorRow;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of errors in the README, row by row, on errors of a real server where one raises them.
 */
class ErrorTableTest {
  private static final RaisedErrors SERVER = new RaisedErrors();

  @AfterAll
  static void close() {
    SERVER.close();
  }

  static List<ErrorRow<String>> rows() {
    return ErrorRow.table("SQLSTATE", state -> state);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void e1_everyErrorHasTheKindThatTheReadmeSays(ErrorRow<String> row) {
    for (String code : row.codes()) {
      SQLException made = new SQLException(row.what(), code);
      assertThat(kind(made)).as(code).isEqualTo(row.kind());
      assertThat(kind(new IllegalStateException(made))).as(code).isEqualTo(row.kind());
    }
    if (row.raised()) {
      assumeThat(!row.what().equals("disk full") || LabDisk.isPossible()).isTrue();
      Throwable raised = SERVER.raise(row.what());
      assertThat(raised).isNotNull();
      assertThat(states(raised)).as(raised.toString()).containsAnyElementsOf(row.codes());
      assertThat(kind(raised)).as(raised.toString()).isEqualTo(row.kind());
    }
  }

  @Test
  void everyRaisedErrorIsInTheTable() {
    Set<String> raised =
        rows().stream().filter(ErrorRow::raised).map(ErrorRow::what).collect(Collectors.toSet());
    assertThat(raised).isEqualTo(new HashSet<>(SERVER.names())).hasSizeGreaterThan(30);
  }

  private static ErrorKind kind(Throwable error) {
    return SERVER.lab().store().classify(error);
  }

  private static List<String> states(Throwable error) {
    return Stream.iterate(error, it -> it != null, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(it -> ((SQLException) it).getSQLState())
        .toList();
  }
}
