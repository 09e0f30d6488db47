package org.datxa.bridge.iceberg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Types;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.error.StoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InlineAppendTest {
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

  @Test
  void fewRows_travelInThePayloadAndAreAppliedOnce() throws StoreException {
    DecidedBranch branch = fixture.staged("shop.orders", StoreFixture.orders(3));

    assertThat(fixture.dataFiles("shop.orders")).isEmpty();
    assertThat(fixture.store().probe(branch).complete()).isFalse();
    fixture.apply(branch);
    fixture.apply(branch);

    assertThat(fixture.column("shop.orders", "id")).containsExactly(0L, 1L, 2L);
    assertThat(fixture.snapshots("shop.orders")).hasSize(1);
    assertThat(fixture.dataFiles("shop.orders")).hasSize(1);
    assertThat(fixture.store().probe(branch).marked()).isTrue();
  }

  @Test
  void k1_summaryAndPropertyNameTheTransaction() throws StoreException {
    DecidedBranch branch = fixture.staged("shop.orders", StoreFixture.orders(1));
    fixture.apply(branch);

    Snapshot snapshot = fixture.table("shop.orders").currentSnapshot();
    assertThat(snapshot.summary())
        .containsEntry("dat.txn", branch.gid().datTxn().toString())
        .containsKey("dat.attempt");
    assertThat(fixture.table("shop.orders").properties())
        .containsEntry(
            "dat.applied." + branch.gid().datTxn(), Long.toString(branch.stamp().datTxTime()));
  }

  @Test
  void severalTables_areOneChunkEach() throws StoreException {
    fixture.create("shop.other", StoreFixture.ORDERS, PartitionSpec.unpartitioned());
    IcebergBranch branch = fixture.participation().begin();
    fixture.open("shop.orders").append(StoreFixture.order(1));
    fixture.open("shop.other").append(StoreFixture.order(2));
    DecidedBranch decided = fixture.stage(branch);
    fixture.end(branch);

    fixture.store().apply(decided, 1, StoreFixture.CLAIM);

    assertThat(fixture.store().probe(decided).present().get(0)).isFalse();
    assertThat(fixture.store().probe(decided).present().get(1)).isTrue();
    assertThat(fixture.store().probe(decided).marked()).isFalse();
    fixture.store().apply(decided, 0, StoreFixture.CLAIM);
    assertThat(fixture.store().probe(decided).marked()).isTrue();
    assertThat(fixture.column("shop.orders", "id")).containsExactly(1L);
    assertThat(fixture.column("shop.other", "id")).containsExactly(2L);
  }

  @Test
  void datColumns_areFilledIn() throws StoreException {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.required(2, "dat_txn", Types.UUIDType.get()),
            Types.NestedField.required(3, "dat_tx_time", Types.LongType.get()));
    fixture.create("shop.stamped", schema, PartitionSpec.unpartitioned());
    GenericRecord row = GenericRecord.create(schema);
    row.setField("id", 5L);
    row.setField("dat_txn", UUID.randomUUID());
    DecidedBranch branch = fixture.staged("shop.stamped", List.of(row));
    fixture.apply(branch);

    assertThat(fixture.column("shop.stamped", "dat_txn")).containsExactly(branch.gid().datTxn());
    assertThat(fixture.column("shop.stamped", "dat_tx_time"))
        .containsExactly(branch.stamp().datTxTime());
  }

  @Test
  void outsideATransaction_anAppendIsOneOfItsOwn() {
    fixture.open("shop.orders").append(StoreFixture.order(7));

    assertThat(fixture.column("shop.orders", "id")).containsExactly(7L);
    assertThat(fixture.table("shop.orders").currentSnapshot().summary()).containsKey("dat.txn");
  }

  @Test
  void rowThatDoesNotFit_isRefusedWithItsWholeBatch() throws StoreException {
    IcebergBranch branch = fixture.participation().begin();
    GenericRecord bad = GenericRecord.create(StoreFixture.ORDERS);
    bad.setField("item", "no id");

    fixture.open("shop.orders").append(StoreFixture.order(1));
    assertThatThrownBy(() -> fixture.open("shop.orders").append(StoreFixture.order(2), bad))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Row 1")
        .hasMessageContaining("'id'");
    DecidedBranch decided = fixture.stage(branch);
    fixture.apply(decided);

    assertThat(fixture.column("shop.orders", "id")).containsExactly(1L);
  }
}
