package org.datxa.bridge.iceberg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreConflict;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Iceberg's own operations inside a transaction. */
class JoinedTableTest {
  private StoreFixture fixture;

  @BeforeEach
  void open() throws StoreException {
    fixture = new StoreFixture();
    fixture.createOrders();
    fixture.apply(fixture.staged("shop.orders", StoreFixture.orders(3)));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private FilePaths paths(Table table) {
    return new FilePaths(table.location(), UUID.randomUUID(), UUID.randomUUID(), "app");
  }

  private DataFile file(long... ids) {
    Table table = fixture.table("shop.orders");
    DataFileWriter writer = new DataFileWriter(table, table.schema(), table.spec(), paths(table));
    for (long id : ids) {
      writer.write(StoreFixture.order(id));
    }
    try {
      return writer.finish().get(0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private DeleteFile deleteOf(long id) throws IOException {
    Table table = fixture.table("shop.orders");
    Schema keys = table.schema().select("id");
    EqualityDeleteWriter<Record> writer =
        new GenericFileWriterFactory.Builder(table)
            .deleteFileFormat(FileFormat.PARQUET)
            .equalityFieldIds(new int[] {1})
            .equalityDeleteRowSchema(keys)
            .build()
            .newEqualityDeleteWriter(
                table
                    .encryption()
                    .encrypt(table.io().newOutputFile(paths(table).next(FileFormat.PARQUET))),
                table.spec(),
                null);
    GenericRecord key = GenericRecord.create(keys);
    key.setField("id", id);
    writer.write(key);
    writer.close();
    return writer.toDeleteFile();
  }

  private DataFile current() throws IOException {
    try (CloseableIterable<FileScanTask> tasks =
        fixture.table("shop.orders").newScan().planFiles()) {
      return tasks.iterator().next().file().copy();
    }
  }

  /** Begins, works, stages. */
  private DecidedBranch staged(Consumer<Table> work) throws StoreException {
    IcebergBranch branch = fixture.participation().begin();
    work.accept(fixture.open("shop.orders").asIcebergTable());
    DecidedBranch decided;
    try {
      decided = fixture.stage(branch);
    } finally {
      fixture.end(branch);
    }
    return decided;
  }

  private void assertIds(Long... ids) {
    assertThat(fixture.column("shop.orders", "id")).containsExactly((Object[]) ids);
  }

  @Test
  void append_joinsTheTransactionAndKeepsItsSummary() throws StoreException {
    DataFile more = file(7, 8);
    DecidedBranch branch =
        staged(t -> t.newAppend().appendFile(more).set("source", "import").commit());
    assertIds(0L, 1L, 2L);

    fixture.apply(branch);
    fixture.apply(branch);

    assertIds(0L, 1L, 2L, 7L, 8L);
    assertThat(fixture.table("shop.orders").currentSnapshot().summary())
        .containsEntry("source", "import")
        .containsEntry("dat.txn", branch.gid().datTxn().toString());
  }

  @Test
  void overwrite_joinsTheTransaction() throws Exception {
    DataFile old = current();
    DataFile fresh = file(5);
    fixture.apply(
        staged(
            t ->
                t.newOverwrite()
                    .deleteFile(old)
                    .addFile(fresh)
                    .conflictDetectionFilter(Expressions.alwaysTrue())
                    .validateNoConflictingData()
                    .validateNoConflictingDeletes()
                    .commit()));

    assertIds(5L);
  }

  @Test
  void deleteByFilter_joinsTheTransaction() throws Exception {
    fixture.apply(staged(t -> t.newAppend().appendFile(file(7)).commit()));

    fixture.apply(
        staged(t -> t.newDelete().deleteFromRowFilter(Expressions.equal("id", 7L)).commit()));

    assertIds(0L, 1L, 2L);
  }

  @Test
  void rowDelta_joinsTheTransaction() throws Exception {
    DataFile more = file(9);
    DeleteFile gone = deleteOf(1);
    DecidedBranch branch =
        staged(
            t -> {
              RowDelta delta = t.newRowDelta().addRows(more).addDeletes(gone);
              delta.validateDeletedFiles().validateNoConflictingDeleteFiles().commit();
            });
    fixture.apply(branch);
    fixture.apply(branch);

    assertIds(0L, 2L, 9L);
    assertThat(fixture.snapshots("shop.orders")).hasSize(2);
  }

  @Test
  void severalOperations_areAppliedInOrderAsOneChange() throws Exception {
    DataFile first = file(7);
    DecidedBranch branch =
        staged(
            t -> {
              t.newAppend().appendFile(first).commit();
              t.newDelete().deleteFromRowFilter(Expressions.equal("id", 7L)).commit();
              fixture.open("shop.orders").append(StoreFixture.order(8));
            });
    long before = versions();

    fixture.apply(branch);

    assertIds(0L, 1L, 2L, 8L);
    assertThat(versions()).isEqualTo(before + 1);
  }

  private long versions() {
    return fixture.metadataFiles("shop.orders").stream()
        .filter(file -> file.toString().endsWith(".metadata.json"))
        .count();
  }

  @Test
  void otherBranch_getsTheOperation() throws Exception {
    fixture.table("shop.orders").manageSnapshots().createBranch("audit").commit();
    DecidedBranch branch =
        staged(t -> t.newFastAppend().appendFile(file(7)).toBranch("audit").commit());

    fixture.apply(branch);
    fixture.apply(branch);

    assertIds(0L, 1L, 2L);
    Snapshot audit = fixture.table("shop.orders").snapshot("audit");
    assertThat(audit.summary()).containsEntry("total-records", "4");
    assertThat(fixture.store().probe(branch).marked()).isTrue();
  }

  private static void overwriteAll(Table table, DataFile fresh) {
    table
        .newOverwrite()
        .overwriteByRowFilter(Expressions.alwaysTrue())
        .addFile(fresh)
        .validateNoConflictingData()
        .commit();
  }

  @Test
  void overwriteThatLostBeforeTheDecision_isRefusedAsTransient() {
    DataFile fresh = file(5);
    assertThatThrownBy(
            () ->
                staged(
                    t -> {
                      overwriteAll(t, fresh);
                      fixture.table("shop.orders").newAppend().appendFile(file(6)).commit();
                    }))
        .isInstanceOfSatisfying(
            StoreRefused.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.TRANSIENT));
    assertIds(0L, 1L, 2L, 6L);
  }

  @Test
  void overwriteThatLostAfterTheDecision_isAConflict() throws StoreException {
    DataFile fresh = file(5);
    DecidedBranch branch = staged(t -> overwriteAll(t, fresh));
    fixture.table("shop.orders").newAppend().appendFile(file(6)).commit();

    assertThatThrownBy(() -> fixture.apply(branch)).isInstanceOf(StoreConflict.class);
    assertIds(0L, 1L, 2L, 6L);
  }

  @Test
  void ownEarlierOperation_isNoConflictEvenWhenOthersWroteMeanwhile() throws StoreException {
    DataFile mine = file(5);
    DataFile more = file(4);
    DecidedBranch branch =
        staged(
            t -> {
              t.newAppend().appendFile(mine).commit();
              t.newOverwrite()
                  .overwriteByRowFilter(Expressions.equal("id", 5L))
                  .addFile(more)
                  .conflictDetectionFilter(Expressions.equal("id", 5L))
                  .validateNoConflictingData()
                  .commit();
            });
    fixture.table("shop.orders").newAppend().appendFile(file(6)).commit();

    fixture.apply(branch);

    assertIds(0L, 1L, 2L, 4L, 6L);
  }

  @Test
  void baseExpiredAfterTheDecision_isAConflict() throws StoreException {
    DataFile fresh = file(5);
    DecidedBranch branch = staged(t -> overwriteAll(t, fresh));
    fixture.table("shop.orders").newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
    fixture.table("shop.orders").newAppend().appendFile(file(6)).commit();
    fixture
        .table("shop.orders")
        .expireSnapshots()
        .expireOlderThan(Long.MAX_VALUE)
        .retainLast(1)
        .commit();

    assertThatThrownBy(() -> fixture.apply(branch)).isInstanceOf(StoreConflict.class);
    assertIds(6L);
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        refusal("updateSchema", Table::updateSchema),
        refusal("updateSpec", Table::updateSpec),
        refusal("updateProperties", Table::updateProperties),
        refusal("replaceSortOrder", Table::replaceSortOrder),
        refusal("updateLocation", Table::updateLocation),
        refusal("newRewrite", Table::newRewrite),
        refusal("rewriteManifests", Table::rewriteManifests),
        refusal("newReplacePartitions", Table::newReplacePartitions),
        refusal("updateStatistics", Table::updateStatistics),
        refusal("updatePartitionStatistics", Table::updatePartitionStatistics),
        refusal("expireSnapshots", Table::expireSnapshots),
        refusal("manageSnapshots", Table::manageSnapshots),
        refusal("newTransaction", Table::newTransaction),
        refusal("stageOnly", t -> t.newAppend().stageOnly()),
        refusal("deleteWith", t -> t.newAppend().deleteWith(path -> {})),
        refusal("validateWith", t -> t.newAppend().validateWith(ancestors -> true)),
        refusal("apply", t -> t.newAppend().apply()));
  }

  private static Arguments refusal(String name, Consumer<Table> use) {
    return Arguments.of(name, use);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void operationThatCannotJoin_isRefusedByName(String name, Consumer<Table> use) {
    IcebergBranch branch = fixture.participation().begin();
    Table table = fixture.open("shop.orders").asIcebergTable();

    assertThatThrownBy(() -> use.accept(table))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining(name);
    assertThat(branch.wrote()).isFalse();
    fixture.end(branch);
  }

  @Test
  void badInput_isRefusedWhenHandedOver() {
    fixture.participation().begin();
    Table table = fixture.open("shop.orders").asIcebergTable();

    assertThatThrownBy(
            () -> table.newDelete().deleteFromRowFilter(Expressions.equal("no", 1)).commit())
        .hasMessageContaining("no");
    assertThatThrownBy(() -> table.newAppend().set("dat.txn", "mine"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void outsideATransaction_operationsAreTransactionsOfTheirOwnAndTheRestPassesThrough() {
    Table table = fixture.open("shop.orders").asIcebergTable();
    DataFile more = file(7);
    table.newAppend().appendFile(more).commit();
    table.updateProperties().set("owner", "me").commit();

    assertIds(0L, 1L, 2L, 7L);
    assertThat(fixture.table("shop.orders").currentSnapshot().summary()).containsKey("dat.txn");
    assertThat(fixture.table("shop.orders").properties()).containsEntry("owner", "me");
  }

  @Test
  void reads_showTheTableAsTheTransactionFirstSawIt() {
    IcebergBranch branch = fixture.participation().begin();
    Table table = fixture.open("shop.orders").asIcebergTable();
    long seen = table.currentSnapshot().snapshotId();
    fixture.table("shop.orders").newAppend().appendFile(file(6)).commit();

    assertThat(fixture.open("shop.orders").asIcebergTable().currentSnapshot().snapshotId())
        .isEqualTo(seen);
    table.refresh();
    assertThat(table.currentSnapshot().snapshotId()).isNotEqualTo(seen);
    assertThat(List.copyOf(table.specs().values())).hasSize(1);
    fixture.end(branch);
  }
}
