package org.datxa.bridge.iceberg.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Marker;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** All tables of a catalog, for what no payload names any more. */
record CatalogTables(String store, CatalogHandle catalog) {
  private static final int MOST_TABLES = 10_000;
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Every table, in all namespaces. */
  List<TableIdentifier> all() throws StoreRefused {
    Catalog all = catalog.catalog();
    if (!(all instanceof SupportsNamespaces namespaces)) {
      return all.listTables(Namespace.empty());
    }
    List<TableIdentifier> tables = new ArrayList<>();
    Deque<Namespace> left = new ArrayDeque<>(namespaces.listNamespaces());
    Set<Namespace> seen = new HashSet<>();
    while (!left.isEmpty()) {
      Namespace namespace = left.remove();
      if (seen.add(namespace)) {
        visit(all, namespaces, namespace, tables, left);
      }
      if (tables.size() > MOST_TABLES) {
        throw new StoreRefused(
            store,
            ErrorKind.PERMANENT,
            "the catalog has more than " + MOST_TABLES + " tables, too many to look through",
            null);
      }
    }
    return tables;
  }

  private static void visit(
      Catalog all,
      SupportsNamespaces namespaces,
      Namespace namespace,
      List<TableIdentifier> tables,
      Deque<Namespace> left) {
    try {
      tables.addAll(all.listTables(namespace));
      left.addAll(namespaces.listNamespaces(namespace));
    } catch (NoSuchNamespaceException e) {
      left.remove(namespace); // dropped while it was listed
    }
  }

  /** Looks through the marks of all tables. One that cannot be read hides no other one's. */
  Marker marker(UUID datTxn, Timing timing) throws StoreException {
    long begun = timing.nanos();
    RuntimeException failure = null;
    for (TableIdentifier id : listed(datTxn)) {
      if (timing.nanos() - begun > LONGEST_NANOS || Thread.currentThread().isInterrupted()) {
        throw notAll(datTxn, new IllegalStateException("there are too many tables", failure));
      }
      try {
        if (isMarked(id, datTxn)) {
          return Marker.APPLIED;
        }
      } catch (RuntimeException | StoreException e) {
        failure = new IllegalStateException("the table " + id + " cannot be read", e);
      }
    }
    if (failure != null) {
      throw notAll(datTxn, failure);
    }
    return Marker.ABSENT;
  }

  private List<TableIdentifier> listed(UUID datTxn) throws StoreException {
    try {
      return all();
    } catch (RuntimeException e) {
      throw notAll(datTxn, e);
    }
  }

  private StoreRefused notAll(UUID datTxn, RuntimeException cause) {
    return new StoreRefused(
        store,
        ErrorKind.TRANSIENT,
        "not every table could be looked at for the mark of " + datTxn,
        cause);
  }

  private boolean isMarked(TableIdentifier id, UUID datTxn) throws StoreException {
    try {
      return AppliedMarks.applied(
          CatalogHandle.operations(store, catalog.load(id)).current(), datTxn);
    } catch (NoSuchTableException e) {
      return false; // dropped while it was listed
    }
  }
}
