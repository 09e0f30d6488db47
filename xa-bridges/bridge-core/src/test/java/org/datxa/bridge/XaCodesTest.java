package org.datxa.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Resolution;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;
import org.datxa.spi.error.HeuristicOutcome;
import org.datxa.spi.error.InDoubt;
import org.datxa.spi.error.StoreFull;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class XaCodesTest {
  private static final Where WHERE = new Where(null, "pg", "look.");

  private static Aborted aborted(ErrorKind kind, Throwable cause) {
    return new Aborted(kind, "Rolled back.", WHERE, cause);
  }

  @ParameterizedTest
  @CsvSource({
    "40P01, 102",
    "23505, 103",
    "23503, 103",
    "57014, 106",
    "25P03, 106",
    "55P03, 106",
    "08006, 101",
    "57P01, 101",
    "40001, 107",
    "53300, 107"
  })
  void sqlStateOfAnAbortTellsTheCode(String state, int code) {
    SQLException deep = new SQLException("no", state);
    StoreRefused refused = new StoreRefused("pg", ErrorKind.TRANSIENT, "No.", deep);
    XAException xa = XaCodes.of(aborted(ErrorKind.TRANSIENT, refused));
    assertThat(xa.errorCode).isEqualTo(code);
    assertThat(xa).hasRootCause(deep);
  }

  @ParameterizedTest
  @CsvSource({"TRANSIENT, 107", "STORE_FULL, 104", "CONSTRAINT, 103", "PERMANENT, 104"})
  void kindTellsTheCodeWhereNoSqlStateDoes(ErrorKind kind, int code) {
    assertThat(XaCodes.of(aborted(kind, null)).errorCode).isEqualTo(code);
    assertThat(XaCodes.of(new StoreRefused("pg", kind, "No.", null)).errorCode).isEqualTo(code);
  }

  static Stream<Arguments> others() {
    return Stream.of(
        Arguments.of(new InDoubt("?", WHERE, null), XAException.XAER_RMFAIL),
        Arguments.of(new StoreUnknown("pg", "?", null), XAException.XAER_RMFAIL),
        Arguments.of(new HeuristicOutcome("!", WHERE, null), XAException.XA_HEURMIX),
        Arguments.of(new HandleRefused("no", WHERE, null), XAException.XAER_PROTO),
        Arguments.of(new IllegalArgumentException(), XAException.XAER_RMFAIL),
        Arguments.of(
            new StoreFull(OptionalLong.empty(), "full", WHERE, null), XAException.XA_RBOTHER),
        Arguments.of(new NullPointerException(), XAException.XAER_RMFAIL),
        Arguments.of(new XAException("without a code"), XAException.XAER_RMFAIL));
  }

  @ParameterizedTest
  @MethodSource("others")
  void everyFailureHasACodeACauseAndAMessage(Throwable failure, int code) {
    XAException xa = XaCodes.of(failure);
    assertThat(xa.errorCode).isEqualTo(code);
    assertThat(xa).hasCause(failure);
    assertThat(xa.getMessage()).isNotEmpty();
  }

  @Test
  void failureThatCausesItselfEnds() {
    SQLException first = new SQLException("a");
    first.initCause(new SQLException("b", first));
    assertThat(XaCodes.of(aborted(ErrorKind.TRANSIENT, first)).errorCode)
        .isEqualTo(XAException.XA_RBTRANSIENT);
  }

  @Test
  void exceptionWithACodeStaysAsItIs() {
    XAException given = new XAException(XAException.XA_RBTIMEOUT);
    assertThat(XaCodes.of(given)).isSameAs(given);
    assertThat(XaCodes.unknownXid("1:ab:").errorCode).isEqualTo(XAException.XAER_NOTA);
    assertThatThrownBy(() -> XaCodes.of(0, "ok?", null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(Resolution.class)
  void onlyHeuristicResolutionsHaveACode(Resolution resolution) {
    assertThat(XaCodes.heuristic(resolution).isPresent()).isEqualTo(resolution != Resolution.DONE);
  }
}
