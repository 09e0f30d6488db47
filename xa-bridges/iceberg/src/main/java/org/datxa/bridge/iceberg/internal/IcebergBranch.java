package org.datxa.bridge.iceberg.internal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.datxa.spi.BranchStart;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.Staged;
import org.datxa.spi.Stamp;
import org.datxa.spi.error.DatXaException;
import org.datxa.spi.error.HandleRefused;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one meta-transaction does in one Iceberg store. */
final class IcebergBranch implements PostDecisionBranch {
  private static final Logger LOG = LoggerFactory.getLogger(IcebergBranch.class);

  /** Files that stage wrote into one table. */
  private record Written(Table table, InlineFiles files) {}

  private final IcebergSettings settings;
  private final CatalogHandle catalog;
  private final Timing timing;
  private final UUID journalId;
  private final BranchStart start;
  private final Map<TableIdentifier, TableWork> works = new LinkedHashMap<>();
  private final List<Written> written = new ArrayList<>();
  private volatile boolean ended;

  IcebergBranch(
      IcebergSettings settings,
      CatalogHandle catalog,
      Timing timing,
      UUID journalId,
      BranchStart start) {
    this.settings = settings;
    this.catalog = catalog;
    this.timing = timing;
    this.journalId = journalId;
    this.start = start;
  }

  @Override
  public UUID datTxn() {
    return start.datTxn();
  }

  @Override
  public String store() {
    return settings.store();
  }

  /** The table as it was when this transaction first asked for it. */
  synchronized Table table(TableIdentifier id) {
    return work(id).table();
  }

  private TableWork work(TableIdentifier id) {
    requireOpen();
    return works.computeIfAbsent(id, key -> new TableWork(key, catalog.load(key)));
  }

  private void requireOpen() {
    if (ended) {
      throw refused("The transaction is over");
    }
  }

  private HandleRefused refused(String what) {
    return new HandleRefused(
        what,
        new DatXaException.Where(datTxn(), store(), "use a handle of a new transaction."),
        null);
  }

  synchronized void append(TableIdentifier id, Iterable<? extends Record> rows) throws IOException {
    requireWritable();
    Stamp placeholder = new Stamp(datTxn(), 1);
    work(id).append(rows, placeholder, settings.inlineBytes(), () -> ended);
  }

  synchronized void add(TableIdentifier id, StagedOperation operation) {
    requireWritable();
    work(id).add(operation);
  }

  private void requireWritable() {
    requireOpen();
    if (start.readOnly()) {
      throw refused("The transaction is read-only; nothing was written");
    }
  }

  @Override
  public synchronized boolean wrote() {
    return works.values().stream().anyMatch(TableWork::wrote);
  }

  @Override
  public synchronized Staged stage(Stamp stamp) throws StoreException {
    if (journalId == null) {
      throw new StoreRefused(
          store(), ErrorKind.PERMANENT, "the store is not bound to a journal yet", null);
    }
    List<StagedTable> tables = new ArrayList<>();
    for (TableWork work : works.values()) {
      if (work.wrote()) {
        tables.add(stage(stamp, work));
      }
    }
    StagedBranch branch = new StagedBranch(journalId, settings.catalogName(), tables);
    return new Staged(PayloadFormat.encode(branch), tables.size(), 0);
  }

  private StagedTable stage(Stamp stamp, TableWork work) throws StoreException {
    Table table = catalog.require(work.id());
    InlineFiles files = new InlineFiles(table, journalId, datTxn(), timing.unique());
    written.add(new Written(table, files));
    try {
      return new TableStager(store(), table, stamp, files).stage(work);
    } catch (RuntimeException e) {
      throw IcebergErrors.refused(settings, work.id() + " cannot be staged", e);
    }
  }

  @Override
  public void rollback() throws StoreException {
    ended = true; // ends a statement that is under way in another thread
    synchronized (this) {
      closeSpools();
      deleteWritten();
    }
  }

  private void deleteWritten() throws StoreRefused {
    RuntimeException first = null;
    for (Written one : written) {
      for (String path : one.files().paths()) {
        try {
          one.table().io().deleteFile(path);
        } catch (RuntimeException e) {
          if (first == null) {
            first = e;
          } else {
            first.addSuppressed(e);
          }
        }
      }
    }
    if (first != null) {
      throw IcebergErrors.refused(store(), "staged files of " + datTxn() + " are left", first);
    }
    written.clear();
  }

  @Override
  public void release() {
    ended = true;
    synchronized (this) {
      closeSpools();
    }
  }

  private void closeSpools() {
    for (TableWork work : works.values()) {
      try {
        work.close();
      } catch (RuntimeException e) {
        LOG.warn("A temporary file of {} is left", datTxn(), e);
      }
    }
    works.clear();
  }
}
