package org.datxa.spi.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Finding;
import org.datxa.spi.error.DatXaException.Where;
import org.junit.jupiter.api.Test;

class MessagesTest {
  private static final UUID TXN = UUID.fromString("01936f2a-7c00-7000-8000-00000000abcd");
  private final Where where = new Where(TXN, "pg", "run it again.");

  @Test
  void e4_messageNamesTransactionStoreGidAndNextStep() {
    List<DatXaException> all =
        List.of(
            new Aborted(ErrorKind.TRANSIENT, "Deadlock.", where, null),
            new StoreFull(OptionalLong.of(7), "Full.", where, null),
            new InDoubt("Lost.", where, null),
            new HeuristicOutcome("Gone.", where, null),
            new HandleRefused("Ended.", where, null));
    assertThat(all)
        .allSatisfy(
            it -> {
              assertThat(it)
                  .hasMessageContainingAll("dat_txn " + TXN, "store pg", "dat:" + TXN + ":pg")
                  .hasMessageEndingWith("Next: run it again.");
              assertThat(it.datTxn()).contains(TXN);
              assertThat(it.store()).contains("pg");
            });
  }

  @Test
  void e4_whatIsNotKnownIsLeftOut() {
    assertThat(new InDoubt("Lost.", new Where(null, null, "wait."), null))
        .hasMessage("Lost. Next: wait.");
  }

  @Test
  void e4_fullStoreIsAnAbortThatTellsItsSpace() {
    StoreFull full = new StoreFull(OptionalLong.of(7), "Full.", where, null);
    assertThat(full).isInstanceOf(Aborted.class);
    assertThat(full.kind()).isEqualTo(ErrorKind.STORE_FULL);
    assertThat(full.freeBytes()).hasValue(7);
    assertThat(new StoreFull(OptionalLong.empty(), "Full.", where, null).freeBytes()).isEmpty();
  }

  @Test
  void s2_oneMessageHoldsAllFindings() {
    ConfigurationRefused refused =
        new ConfigurationRefused(
            List.of(new Finding("pg", "no", "do a"), new Finding("ch", "nor", "do b")));
    assertThat(refused).hasMessageContainingAll("2 finding", "pg: no -> do a", "ch: nor -> do b");
    assertThat(refused.findings()).hasSize(2);
  }
}
