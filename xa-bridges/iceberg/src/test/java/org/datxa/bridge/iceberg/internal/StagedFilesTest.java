package org.datxa.bridge.iceberg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.StagingArea;
import org.datxa.spi.StagingArea.Leftover;
import org.datxa.spi.Stamp;
import org.datxa.spi.error.StoreConflict;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that are too many to travel in the payload. */
class StagedFilesTest {
  private StoreFixture fixture;

  @BeforeEach
  void open() {
    fixture = new StoreFixture("inline_append_bytes", "1000");
    fixture.createOrders();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private DecidedBranch staged() throws StoreException {
    return fixture.staged("shop.orders", StoreFixture.orders(500));
  }

  private StagingArea area() {
    return fixture.store().stagingArea().orElseThrow();
  }

  @Test
  void c3_stagedPathsCarryJournalAndTransaction() throws StoreException {
    DecidedBranch branch = staged();
    String txn = branch.gid().datTxn().toString();

    assertThat(fixture.dataFiles("shop.orders"))
        .singleElement()
        .satisfies(
            file -> {
              assertThat(file.getParent()).endsWith(Path.of("data/dat", journal(), txn));
              assertThat(file.getFileName().toString()).startsWith(txn).endsWith(".parquet");
            });
    fixture.apply(branch);
    fixture.apply(branch);
    assertThat(fixture.rows("shop.orders")).hasSize(500);
  }

  private String journal() {
    return fixture.journal().toString();
  }

  @Test
  void partitionedTable_getsOneFileForEachPartition() throws StoreException {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.required(2, "at", Types.TimestampType.withZone()),
            Types.NestedField.required(3, "shop", Types.StringType.get()),
            Types.NestedField.optional(4, "dat_tx_time", Types.LongType.get()));
    PartitionSpec spec =
        PartitionSpec.builderFor(schema).month("at").identity("shop").bucket("id", 2).build();
    fixture.create("shop.parts", schema, spec);
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      GenericRecord row = GenericRecord.create(schema);
      row.setField("id", (long) i);
      row.setField("at", OffsetDateTime.of(2026, 1 + i % 2, 3, 0, 0, 0, 0, ZoneOffset.UTC));
      row.setField("shop", "s" + i / 200);
      rows.add(row);
    }

    DecidedBranch branch = fixture.staged("shop.parts", rows);
    assertThat(fixture.dataFiles("shop.parts")).hasSize(8);
    fixture.apply(branch);
    fixture.apply(fixture.staged("shop.parts", rows.subList(0, 4))); // inline

    assertThat(fixture.rows("shop.parts")).hasSize(404);
    assertThat(fixture.column("shop.parts", "dat_tx_time")).contains(branch.stamp().datTxTime());
  }

  @Test
  void abort_deletesExactlyTheStagedFiles() throws StoreException {
    fixture.apply(staged());
    DecidedBranch other = staged();
    Set<Path> before = fixture.dataFiles("shop.orders");
    DecidedBranch aborted = staged();
    assertThat(fixture.dataFiles("shop.orders")).hasSize(before.size() + 1);

    fixture.store().discard(aborted.gid().datTxn(), aborted.payload());
    fixture.store().discard(aborted.gid().datTxn(), aborted.payload());

    assertThat(fixture.dataFiles("shop.orders")).isEqualTo(before);
    fixture.apply(other);
    assertThat(fixture.rows("shop.orders")).hasSize(1000);
  }

  @Test
  void rollbackAfterStage_deletesExactlyTheStagedFiles() throws StoreException {
    DecidedBranch other = staged();
    Set<Path> before = fixture.dataFiles("shop.orders");
    IcebergBranch branch = fixture.participation().begin();
    fixture.open("shop.orders").append(StoreFixture.orders(500));
    fixture.stage(branch);

    branch.rollback();
    branch.rollback();
    fixture.end(branch);

    assertThat(fixture.dataFiles("shop.orders")).isEqualTo(before);
    fixture.apply(other);
  }

  @Test
  void rollbackBeforeStage_leavesNothing() throws StoreException {
    IcebergBranch branch = fixture.participation().begin();
    fixture.open("shop.orders").append(StoreFixture.orders(500));
    assertThat(branch.wrote()).isTrue();

    branch.rollback();
    fixture.end(branch);

    assertThat(fixture.dataFiles("shop.orders")).isEmpty();
  }

  @Test
  void c3_discardNeverDeletesWhatARetainedSnapshotNames() throws StoreException {
    DecidedBranch branch = staged();
    fixture.apply(branch);

    fixture.store().discard(branch.gid().datTxn(), branch.payload());

    assertThat(fixture.rows("shop.orders")).hasSize(500);
  }

  @Test
  void discardAfterTheTableIsGone_deletesItsStagedFiles() throws StoreException {
    DecidedBranch branch = staged();
    Path file = fixture.dataFiles("shop.orders").iterator().next();
    fixture.drop("shop.orders");

    fixture.store().discard(branch.gid().datTxn(), branch.payload());

    assertThat(file).doesNotExist();
  }

  @Test
  void filesOfTheApplication_surviveAnAbort() throws Exception {
    Table table = fixture.table("shop.orders");
    DataFile own = write(table);
    IcebergBranch branch = fixture.participation().begin();
    fixture.open("shop.orders").asIcebergTable().newAppend().appendFile(own).commit();
    DecidedBranch staged = fixture.stage(branch);
    fixture.end(branch);

    fixture.store().discard(staged.gid().datTxn(), staged.payload());
    branch.rollback();

    assertThat(fixture.dataFiles("shop.orders")).hasSize(1);
  }

  private DataFile write(Table table) throws IOException {
    FilePaths paths = new FilePaths(table.location(), UUID.randomUUID(), UUID.randomUUID(), "app");
    DataFileWriter writer = new DataFileWriter(table, table.schema(), table.spec(), paths);
    StoreFixture.orders(3).forEach(writer::write);
    return writer.finish().get(0);
  }

  @Test
  void fileMissingBeforeApply_isRefusedAndGoesOnOnceRestored() throws Exception {
    DecidedBranch branch = staged();
    Path file = fixture.dataFiles("shop.orders").iterator().next();
    byte[] content = Files.readAllBytes(file);
    Files.delete(file);

    assertThatThrownBy(() -> fixture.apply(branch))
        .isInstanceOfSatisfying(
            StoreRefused.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.PERMANENT))
        .hasMessageContaining(file.getFileName().toString());
    assertThat(fixture.snapshots("shop.orders")).isEmpty();

    Files.createDirectories(file.getParent());
    Files.write(file, content);
    fixture.apply(branch);
    assertThat(fixture.rows("shop.orders")).hasSize(500);
  }

  @Test
  void fileTruncatedBeforeApply_isRefused() throws Exception {
    DecidedBranch branch = staged();
    Path file = fixture.dataFiles("shop.orders").iterator().next();
    Files.write(file, new byte[10], StandardOpenOption.TRUNCATE_EXISTING);

    assertThatThrownBy(() -> fixture.apply(branch))
        .isInstanceOf(StoreRefused.class)
        .hasMessageContaining("10 bytes");
    assertThat(fixture.snapshots("shop.orders")).isEmpty();
  }

  @Test
  void tableDroppedAndRecreated_isAConflict() throws StoreException {
    DecidedBranch branch = staged();
    fixture.drop("shop.orders");
    fixture.createOrders();

    assertThatThrownBy(() -> fixture.store().apply(branch, 0, StoreFixture.CLAIM))
        .isInstanceOf(StoreConflict.class)
        .hasMessageContaining("dropped and recreated");
    assertThatThrownBy(() -> fixture.store().probe(branch)).isInstanceOf(StoreConflict.class);
  }

  @Test
  void tableMissing_isRefusedByName() throws StoreException {
    DecidedBranch branch = staged();
    fixture.drop("shop.orders");

    assertThatThrownBy(() -> fixture.store().apply(branch, 0, StoreFixture.CLAIM))
        .isInstanceOfSatisfying(
            StoreRefused.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.PERMANENT))
        .hasMessageContaining("shop.orders");
  }

  @Test
  void marksGone_theCurrentSnapshotsFilesStillTell() throws StoreException {
    DecidedBranch base = fixture.staged("shop.orders", StoreFixture.orders(1));
    fixture.apply(base);
    DecidedBranch branch = staged();
    fixture.apply(branch);
    fixture.apply(fixture.staged("shop.orders", StoreFixture.orders(1)));
    Table table = fixture.table("shop.orders");
    table.updateProperties().remove("dat.applied." + branch.gid().datTxn()).commit();
    table.expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit();

    assertThat(fixture.store().probe(branch).marked()).isTrue();
    fixture.apply(branch);
    assertThat(fixture.rows("shop.orders")).hasSize(502);
  }

  @Test
  void c3_sweeperSeesOnlyItsOwnJournal_andDeletesOnlyWhatNobodyNames() throws Exception {
    DecidedBranch applied = staged();
    fixture.apply(applied);
    DecidedBranch open = staged();
    write(fixture.table("shop.orders")); // of another journal
    Set<Path> all = fixture.dataFiles("shop.orders");

    List<Leftover> found = area().list();
    assertThat(found)
        .extracting(Leftover::datTxn)
        .containsExactlyInAnyOrder(applied.gid().datTxn(), open.gid().datTxn());
    for (Leftover leftover : found) {
      boolean isApplied = leftover.datTxn().equals(applied.gid().datTxn());
      assertThat(area().applied(leftover)).isEqualTo(isApplied);
      area().discard(leftover);
    }

    assertThat(fixture.dataFiles("shop.orders")).hasSize(all.size() - 1);
    assertThat(fixture.rows("shop.orders")).hasSize(500);
  }

  @Test
  void c3_withoutAJournalNothingIsSweptOrStaged() {
    try (IcebergStore unbound =
        new IcebergStore(fixture.settings(), fixture.participation(), new SystemTiming())) {
      assertThat(unbound.stagingArea()).isEmpty();
    }
  }

  @Test
  void j5_marksOlderThanTheirRetentionArePrunedByALaterCommit() throws StoreException {
    Stamp old = new Stamp(UUID.randomUUID(), 1L << 16);
    Stamp kept = new Stamp(UUID.randomUUID(), TimeUnit.DAYS.toMillis(20) << 16);
    fixture
        .table("shop.orders")
        .updateProperties()
        .set("dat.applied." + old.datTxn(), Long.toString(old.datTxTime()))
        .set("dat.applied." + kept.datTxn(), Long.toString(kept.datTxTime()))
        .commit();
    Attempt attempt =
        new Attempt(
            "later",
            Map.of(UUID.randomUUID(), TimeUnit.DAYS.toMillis(31) << 16),
            TimeUnit.DAYS.toMillis(30));
    Table table = fixture.table("shop.orders");
    var ops = CatalogHandle.operations("lake", table);

    attempt.commit(ops, ops.current(), List.of());

    assertThat(fixture.table("shop.orders").properties())
        .containsKey("dat.applied." + kept.datTxn())
        .doesNotContainKey("dat.applied." + old.datTxn());
  }
}
