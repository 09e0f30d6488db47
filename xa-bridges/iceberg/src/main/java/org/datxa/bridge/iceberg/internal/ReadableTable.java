package org.datxa.bridge.iceberg.internal;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.BatchScan;
import org.apache.iceberg.HistoryEntry;
import org.apache.iceberg.IncrementalAppendScan;
import org.apache.iceberg.IncrementalChangelogScan;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionStatisticsFile;
import org.apache.iceberg.PartitionStatisticsScan;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.StatisticsFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** The reading half of a table facade: everything passes through while the handle is usable. */
abstract class ReadableTable implements Table {
  private final Table table;
  private final HandleScope scope;

  ReadableTable(Table table, HandleScope scope) {
    this.table = table;
    this.scope = scope;
  }

  /** The table below, after a look whether the handle may be used here. */
  final Table usable() {
    scope.requireUsable();
    return table;
  }

  @Override
  public void refresh() {
    usable().refresh();
  }

  @Override
  public String name() {
    return usable().name();
  }

  @Override
  public TableScan newScan() {
    return usable().newScan();
  }

  @Override
  public BatchScan newBatchScan() {
    return usable().newBatchScan();
  }

  @Override
  public IncrementalAppendScan newIncrementalAppendScan() {
    return usable().newIncrementalAppendScan();
  }

  @Override
  public IncrementalChangelogScan newIncrementalChangelogScan() {
    return usable().newIncrementalChangelogScan();
  }

  @Override
  public PartitionStatisticsScan newPartitionStatisticsScan() {
    return usable().newPartitionStatisticsScan();
  }

  @Override
  public Schema schema() {
    return usable().schema();
  }

  @Override
  public Map<Integer, Schema> schemas() {
    return usable().schemas();
  }

  @Override
  public PartitionSpec spec() {
    return usable().spec();
  }

  @Override
  public Map<Integer, PartitionSpec> specs() {
    return usable().specs();
  }

  @Override
  public SortOrder sortOrder() {
    return usable().sortOrder();
  }

  @Override
  public Map<Integer, SortOrder> sortOrders() {
    return usable().sortOrders();
  }

  @Override
  public Map<String, String> properties() {
    return usable().properties();
  }

  @Override
  public String location() {
    return usable().location();
  }

  @Override
  public Snapshot currentSnapshot() {
    return usable().currentSnapshot();
  }

  @Override
  public Snapshot snapshot(long snapshotId) {
    return usable().snapshot(snapshotId);
  }

  @Override
  public Snapshot snapshot(String refName) {
    return usable().snapshot(refName);
  }

  @Override
  public Iterable<Snapshot> snapshots() {
    return usable().snapshots();
  }

  @Override
  public List<HistoryEntry> history() {
    return usable().history();
  }

  @Override
  public FileIO io() {
    return usable().io();
  }

  @Override
  public EncryptionManager encryption() {
    return usable().encryption();
  }

  @Override
  public LocationProvider locationProvider() {
    return usable().locationProvider();
  }

  @Override
  public List<StatisticsFile> statisticsFiles() {
    return usable().statisticsFiles();
  }

  @Override
  public List<PartitionStatisticsFile> partitionStatisticsFiles() {
    return usable().partitionStatisticsFiles();
  }

  @Override
  public Map<String, SnapshotRef> refs() {
    return usable().refs();
  }

  @Override
  public UUID uuid() {
    return usable().uuid();
  }

  @Override
  public String toString() {
    return table.name();
  }
}
