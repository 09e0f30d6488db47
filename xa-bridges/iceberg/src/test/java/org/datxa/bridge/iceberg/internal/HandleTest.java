package org.datxa.bridge.iceberg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.Table;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.datxa.bridge.iceberg.DatXaTable;
import org.datxa.spi.error.HandleRefused;
import org.datxa.spi.error.StoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The table of section 2: what an application holds, and where it works. */
class HandleTest {
  private StoreFixture fixture;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    fixture.createOrders();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static void assertRefused(ThrowingCallable use) {
    assertThatThrownBy(use).isInstanceOf(HandleRefused.class);
  }

  private static void assertAllRefused(DatXaTable table, Table iceberg, AppendFiles append) {
    assertRefused(() -> table.append(StoreFixture.order(1)));
    assertRefused(table::asIcebergTable);
    assertRefused(iceberg::newScan);
    assertRefused(iceberg::newAppend);
    assertRefused(append::commit);
  }

  @Test
  void takenBeforeTheTransaction_isRefusedInside() {
    DatXaTable table = fixture.open("shop.orders");
    Table iceberg = table.asIcebergTable();
    AppendFiles append = iceberg.newAppend();
    IcebergBranch branch = fixture.participation().begin();

    assertAllRefused(table, iceberg, append);
    assertThat(branch.wrote()).isFalse();
  }

  @Test
  void usedUnderAnotherTransaction_isRefused() {
    IcebergBranch first = fixture.participation().begin();
    DatXaTable table = fixture.open("shop.orders");
    Table iceberg = table.asIcebergTable();
    AppendFiles append = iceberg.newAppend();
    fixture.participation().begin();

    assertAllRefused(table, iceberg, append);
    fixture.participation().switchTo(first);
    table.append(StoreFixture.order(1));
    assertThat(first.wrote()).isTrue();
  }

  @Test
  void rollbackOnlyTransaction_refusesWork() {
    fixture.participation().begin();
    DatXaTable table = fixture.open("shop.orders");
    Table iceberg = table.asIcebergTable();
    AppendFiles append = iceberg.newAppend();
    fixture.participation().setRollbackOnly();

    assertAllRefused(table, iceberg, append);
    assertRefused(() -> fixture.open("shop.orders"));
  }

  @Test
  void completedTransaction_refusesTheOldHandleAndANewOneWorks() throws StoreException {
    IcebergBranch branch = fixture.participation().begin();
    DatXaTable table = fixture.open("shop.orders");
    Table iceberg = table.asIcebergTable();
    AppendFiles append = iceberg.newAppend();
    table.append(StoreFixture.order(1));
    fixture.apply(fixture.stage(branch));
    fixture.end(branch);

    assertAllRefused(table, iceberg, append);
    fixture.open("shop.orders").append(StoreFixture.order(2));
    assertThat(fixture.column("shop.orders", "id")).containsExactly(1L, 2L);
  }

  @Test
  void releasedBranch_refusesEvenWhenStillCurrent() {
    IcebergBranch branch = fixture.participation().begin();
    DatXaTable table = fixture.open("shop.orders");
    branch.release();
    branch.release();

    assertRefused(() -> table.append(StoreFixture.order(1)));
  }

  @Test
  void readOnlyTransaction_readsAndRefusesWrites() {
    IcebergBranch branch = fixture.participation().begin(true);
    DatXaTable table = fixture.open("shop.orders");

    assertThat(table.asIcebergTable().currentSnapshot()).isNull();
    assertRefused(() -> table.append(StoreFixture.order(1)));
    assertRefused(() -> table.asIcebergTable().newAppend().commit());
    assertThat(branch.wrote()).isFalse();
  }
}
