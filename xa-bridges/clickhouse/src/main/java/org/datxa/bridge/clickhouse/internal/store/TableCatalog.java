package org.datxa.bridge.clickhouse.internal.store;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.datxa.bridge.clickhouse.internal.table.EngineRules;
import org.datxa.bridge.clickhouse.internal.table.TableName;
import org.datxa.bridge.clickhouse.internal.table.TableReader;
import org.datxa.bridge.clickhouse.internal.table.TableShape;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/**
 * The tables that were written to, as they were when first seen. Stage looks again, so a stale
 * entry costs one aborted transaction and no more.
 */
public final class TableCatalog {
  private static final int MOST = 1000;

  private final String store;
  private final TableReader reader;
  private final EngineRules rules;
  private final Markers markers;
  private final Map<TableName, TableShape> known = new ConcurrentHashMap<>();

  TableCatalog(String store, TableReader reader, EngineRules rules, Markers markers) {
    this.store = store;
    this.reader = reader;
    this.rules = rules;
    this.markers = markers;
  }

  /**
   * A table that rows are to be buffered for.
   *
   * @param name its name
   * @return what it looks like
   * @throws StoreException if it is not there or cannot be a target
   */
  public TableShape target(TableName name) throws StoreException {
    TableShape shape = known.get(name);
    return shape == null ? remember(require(name)) : shape;
  }

  /** H5: the table again, which must be as it was when the rows were encoded for it. */
  TableShape unchanged(TableShape encoded) throws StoreException {
    known.remove(encoded.name());
    TableShape now = remember(require(encoded.name()));
    if (!now.equals(encoded)) {
      throw new StoreRefused(
          store,
          ErrorKind.TRANSIENT,
          "table " + encoded.name() + " was changed while rows were buffered for it; run again",
          null);
    }
    return now;
  }

  private TableShape remember(TableShape shape) {
    if (known.size() >= MOST) {
      known.clear();
    }
    known.put(shape.name(), shape);
    return shape;
  }

  private TableShape require(TableName name) throws StoreException {
    Optional<TableShape> shape = reader.read(name);
    if (shape.isEmpty()) {
      throw new StoreRefused(
          store, ErrorKind.PERMANENT, "there is no table " + name + "; create it", null);
    }
    Optional<String> objection = rules.objection(shape.get());
    if (objection.isPresent()) {
      throw new StoreRefused(store, ErrorKind.PERMANENT, objection.get(), null);
    }
    requireReplicatedMarkers(shape.get());
    return shape.get();
  }

  private void requireReplicatedMarkers(TableShape shape) throws StoreException {
    // H5
    if (shape.isReplicated() && !markers.replicated()) {
      throw new StoreRefused(
          store,
          ErrorKind.PERMANENT,
          "table "
              + shape.name()
              + " is replicated and dat_applied is not; create dat_applied"
              + " with the engine ReplicatedReplacingMergeTree",
          null);
    }
  }
}
