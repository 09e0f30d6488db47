package org.datxa.bridge.iceberg.internal;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.spi.BranchStart;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Evidence;
import org.datxa.spi.Finding;
import org.datxa.spi.Marker;
import org.datxa.spi.Participation;
import org.datxa.spi.Payload;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.StagingArea;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** An Iceberg catalog as a post-decision store. */
public final class IcebergStore implements PostDecisionStore {
  private final IcebergSettings settings;
  private final CatalogHandle catalog;
  private final Timing timing;
  private final IcebergTables tables;
  private final Map<TableIdentifier, TableLane> lanes = new ConcurrentHashMap<>();
  private volatile UUID journalId;

  /**
   * Makes a store; nothing is connected yet.
   *
   * @param settings its configuration
   * @param participation how its handles join transactions
   * @param timing time and chance
   */
  public IcebergStore(IcebergSettings settings, Participation participation, Timing timing) {
    this.settings = settings;
    this.timing = timing;
    this.catalog = new CatalogHandle(settings);
    this.tables = new TransactionalTables(catalog, participation);
  }

  @Override
  public String name() {
    return settings.store();
  }

  @Override
  public String kind() {
    return "iceberg";
  }

  @Override
  public String appliedLocation() {
    return settings.location();
  }

  @Override
  public List<Finding> check() {
    return new StartCheck(settings, catalog, timing).run();
  }

  @Override
  public List<Finding> bind(UUID journal) {
    if (journalId != null && !journalId.equals(journal)) {
      return List.of(
          new Finding(
              name(),
              "the store is bound to the journal " + journalId + " already",
              "open another store for the journal " + journal));
    }
    journalId = journal;
    return List.of();
  }

  @Override
  public PostDecisionBranch begin(BranchStart start) {
    return new IcebergBranch(settings, catalog, timing, journalId, start);
  }

  @Override
  public boolean needsClaim() {
    return false;
  }

  @Override
  public long claimMillis() {
    return 60_000;
  }

  @Override
  public long quietMillis() {
    return 0;
  }

  @Override
  public long clockMillis() {
    return 0; // asked only of stores that need claims
  }

  @Override
  public Evidence probe(DecidedBranch branch) throws StoreException {
    List<StagedTable> staged = decode(branch.payload()).tables();
    BitSet present = new BitSet();
    for (int chunk = 0; chunk < staged.size(); chunk++) {
      present.set(chunk, probe(branch, staged.get(chunk)));
    }
    return Evidence.of(present.cardinality() == staged.size(), staged.size(), present);
  }

  private boolean probe(DecidedBranch branch, StagedTable staged) throws StoreException {
    Table table = catalog.require(staged.table());
    TableMetadata state = CatalogHandle.operations(name(), table).current();
    TableIdentity.require(name(), staged, state);
    try {
      return TableEvidence.probed(staged, branch.stamp().datTxn(), state, table.io());
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(name(), staged.table() + " cannot be read", e);
    }
  }

  @Override
  public void apply(DecidedBranch branch, int chunk, Claim claim) throws StoreException {
    StagedBranch staged = decode(branch.payload());
    if (chunk < 0 || chunk >= staged.tables().size()) {
      throw new StoreRefused(
          name(), ErrorKind.PERMANENT, branch.gid() + " has no chunk " + chunk, null);
    }
    StagedTable table = staged.tables().get(chunk);
    lane(table.table()).finish(new Member(branch, staged.journalId(), table));
  }

  TableLane lane(TableIdentifier table) {
    return lanes.computeIfAbsent(table, key -> new TableLane(settings, catalog, timing));
  }

  private StagedBranch decode(Payload payload) throws StoreRefused {
    try {
      return PayloadFormat.decode(payload);
    } catch (DamagedPayload e) {
      throw new StoreRefused(name(), ErrorKind.PERMANENT, e.getMessage(), e);
    }
  }

  @Override
  public void mark(DecidedBranch branch) {
    // the marker goes with the data
  }

  @Override
  public Marker marker(UUID datTxn) throws StoreException {
    return new CatalogTables(name(), catalog).marker(datTxn, timing);
  }

  @Override
  public void discard(UUID datTxn, Payload payload) throws StoreException {
    StoreException first = null;
    for (StagedTable staged : decode(payload).tables()) {
      try {
        StagedFiles.discard(name(), catalog, datTxn, staged);
      } catch (StoreException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  @Override
  public Optional<StagingArea> stagingArea() {
    UUID journal = journalId;
    return journal == null
        ? Optional.empty() // C3: nothing is swept without a journal
        : Optional.of(new IcebergStagingArea(name(), catalog, journal));
  }

  @Override
  public OptionalLong freeBytes() {
    return settings.warehouseFolder().map(WarehouseDisk::freeBytes).orElse(OptionalLong.empty());
  }

  @Override
  public ErrorKind classify(Throwable error) {
    return IcebergErrors.classifyForeign(error);
  }

  @Override
  public <T> T facade(Class<T> type) {
    if (type.isAssignableFrom(IcebergTables.class)) {
      return type.cast(tables);
    }
    throw new IllegalArgumentException(
        "The store '"
            + name()
            + "' offers "
            + IcebergTables.class.getName()
            + ", not "
            + type.getName()
            + ".");
  }

  @Override
  public void close() {
    catalog.close();
  }
}
