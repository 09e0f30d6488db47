package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.datxa.bridge.iceberg.DatXaTable;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.lab.Lab;
import org.datxa.lab.LabIceberg;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.Gid;
import org.datxa.spi.Payload;
import org.datxa.spi.Staged;
import org.datxa.spi.Stamp;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.error.StoreException;

/** A store over a new catalog in the lab, and the other side's view of its tables. */
final class StoreFixture implements AutoCloseable {
  static final Schema ORDERS =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "item", Types.StringType.get()));
  static final Claim CLAIM = new Claim("test", 1, 0, 0);
  private static final LabIceberg LAB = Lab.shared().newIceberg();
  private static final AtomicLong CLOCK = new AtomicLong(1_780_000_000_000L << 16);

  private final FakeParticipation participation = new FakeParticipation();
  private final UUID journal = UUID.randomUUID();
  private final IcebergSettings settings;
  private final IcebergStore store;
  private final CatalogHandle direct;

  StoreFixture(String... properties) {
    Map<String, String> all = new HashMap<>();
    LAB.catalogProperties().forEach((key, value) -> all.put("catalog." + key, value));
    all.put("catalog_name", journal.toString());
    all.put("catalog.warehouse", LAB.catalogProperties().get("warehouse") + "/" + journal);
    for (int i = 0; i < properties.length; i += 2) {
      all.put(properties[i], properties[i + 1]);
    }
    settings = IcebergSettings.of(new StoreConfig("lake", "iceberg", all));
    store = new IcebergStore(settings, participation, new SystemTiming());
    store.bind(journal);
    participation.use(this);
    Map<String, String> plain = new HashMap<>(all);
    plain.put("catalog.catalog-impl", LAB.catalogProperties().get("catalog-impl"));
    direct = new CatalogHandle(IcebergSettings.of(new StoreConfig("lake", "iceberg", plain)));
    ((SupportsNamespaces) direct.catalog()).createNamespace(Namespace.of("shop"));
  }

  IcebergSettings settings() {
    return settings;
  }

  IcebergStore store() {
    return store;
  }

  /** A store with the same configuration and a catalog of its own. */
  IcebergStore another() {
    IcebergStore other = new IcebergStore(settings, participation, new SystemTiming());
    other.bind(journal);
    return other;
  }

  FakeParticipation participation() {
    return participation;
  }

  UUID journal() {
    return journal;
  }

  DatXaTable open(String name) {
    return store.facade(IcebergTables.class).table(name);
  }

  Table create(String name, Schema schema, PartitionSpec spec) {
    return direct.catalog().createTable(TableIdentifier.parse(name), schema, spec);
  }

  Catalog catalog() {
    return direct.catalog();
  }

  Table createOrders() {
    return create("shop.orders", ORDERS, PartitionSpec.unpartitioned());
  }

  void drop(String name) {
    direct.catalog().dropTable(TableIdentifier.parse(name), false);
  }

  /** The table as somebody else sees it now. */
  Table table(String name) {
    return direct.load(TableIdentifier.parse(name));
  }

  static Record order(long id) {
    GenericRecord row = GenericRecord.create(ORDERS);
    row.setField("id", id);
    row.setField("item", "item " + id);
    return row;
  }

  static List<Record> orders(int count) {
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(order(i));
    }
    return rows;
  }

  DecidedBranch stage(IcebergBranch branch) throws StoreException {
    Stamp stamp = new Stamp(branch.datTxn(), CLOCK.incrementAndGet());
    Staged staged = branch.stage(stamp);
    return new DecidedBranch(new Gid(branch.datTxn(), "lake"), stamp, staged.payload());
  }

  void apply(DecidedBranch branch) throws StoreException {
    for (int chunk = 0; chunk < store.probe(branch).chunks(); chunk++) {
      store.apply(branch, chunk, CLAIM);
    }
  }

  /** Begins, appends, stages. */
  DecidedBranch staged(String table, List<? extends Record> rows) throws StoreException {
    IcebergBranch branch = participation.begin();
    open(table).append(rows);
    DecidedBranch decided = stage(branch);
    end(branch);
    return decided;
  }

  void end(IcebergBranch branch) {
    branch.release();
    participation.switchTo(null);
  }

  DecidedBranch commit(IcebergBranch branch) {
    try {
      DecidedBranch decided = stage(branch);
      apply(decided);
      branch.release();
      return decided;
    } catch (StoreException e) {
      throw new IllegalStateException(e);
    }
  }

  List<Record> rows(String name) {
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table(name)).build()) {
      List<Record> all = new ArrayList<>();
      rows.forEach(all::add);
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Object> column(String table, String column) {
    return rows(table).stream().map(row -> row.getField(column)).sorted().toList();
  }

  List<Snapshot> snapshots(String name) {
    return StreamSupport.stream(table(name).snapshots().spliterator(), false).toList();
  }

  /** All data files below a table, whoever wrote them. */
  Set<Path> dataFiles(String name) {
    return filesBelow(LocalFileIO.path(table(name).location()).resolve("data"));
  }

  Set<Path> metadataFiles(String name) {
    return filesBelow(LocalFileIO.path(table(name).location()).resolve("metadata"));
  }

  static Set<Path> filesBelow(Path folder) {
    if (!Files.isDirectory(folder)) {
      return new TreeSet<>();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return new TreeSet<>(all.filter(Files::isRegularFile).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static DecidedBranch with(DecidedBranch branch, byte[] payload) {
    return new DecidedBranch(branch.gid(), branch.stamp(), Payload.of(payload));
  }

  @Override
  public void close() {
    store.close();
    direct.close();
    new LocalFileIO().deletePrefix(LAB.catalogProperties().get("warehouse") + "/" + journal);
  }
}
