package org.datxa.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.jta.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.spi.error.DatXaException;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;

/** Transactions of a manager that a framework declared to only read. */
class DeclaredReadOnlyTest {
  private final jakarta.transaction.TransactionManager manager =
      TransactionManager.transactionManager();

  @Test
  void whenDeclaredReadOnly_everyStoreRefusesWritesAndTheNextTransactionTakesThem()
      throws Exception {
    TestDeployment lab =
        new TestDeployment().postgres("pg").clickHouse("ch").iceberg("lake").journal();
    AtomicBoolean declared = new AtomicBoolean(true);
    DatXaBuilder builder =
        DatXA.builder()
            .properties(lab.values())
            .transactionManager(manager)
            .readOnlyWhen(declared::get);
    try (DatXA datxa = builder.start()) {
      manager.begin();
      try (Connection connection = datxa.dataSource("pg").getConnection()) {
        assertThat(connection.isReadOnly()).isTrue();
      }
      assertThatThrownBy(() -> TestDeployment.fact(datxa, "ch", 1))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("read-only");
      assertThatThrownBy(() -> lab.line(datxa, "lake", 1)).isInstanceOf(DatXaException.class);
      assertThatThrownBy(() -> TestDeployment.insert(datxa, "pg", 1))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("read-only");
      manager.rollback();

      declared.set(false);
      manager.begin();
      TestDeployment.insert(datxa, "pg", 2);
      declared.set(true); // too late: it was asked when the work began
      TestDeployment.fact(datxa, "ch", 2);
      manager.commit();
      assertThat(lab.items("pg")).isEqualTo(1);
      assertThat(lab.facts("ch")).isEqualTo(1);
      assertThat(lab.lines("lake")).isZero();
      assertThat(datxa.check()).isEmpty();
      assertThat(datxa.lastRecovery()).isEmpty();
      assertThat(datxa.recover()).isEqualTo(datxa.lastRecovery().orElseThrow());
    }
  }
}
