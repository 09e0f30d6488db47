package org.datxa.bridge.clickhouse.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.datxa.bridge.clickhouse.internal.payload.RowBatch;
import org.datxa.spi.BranchStart;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.Staged;
import org.datxa.spi.Stamp;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows that one meta-transaction has buffered. Nothing is at the server before the decision, so
 * that rolling back is forgetting.
 */
public final class ClickHouseBranch implements PostDecisionBranch {
  private static final Logger LOG = LoggerFactory.getLogger(ClickHouseBranch.class);

  private final ClickHouseStore store;
  private final BranchStart start;
  private final List<RowBatch> batches = new ArrayList<>();
  private final List<AutoCloseable> readers = new ArrayList<>();
  private long bytes;
  private boolean ended;

  ClickHouseBranch(ClickHouseStore store, BranchStart start) {
    this.store = store;
    this.start = start;
  }

  @Override
  public UUID datTxn() {
    return start.datTxn();
  }

  @Override
  public String store() {
    return store.name();
  }

  /**
   * Whether writes are refused.
   *
   * @return true if the application said that it only reads
   */
  public boolean isReadOnly() {
    return start.readOnly();
  }

  /**
   * Whether the branch takes no more work.
   *
   * @return true after rollback or release
   */
  public synchronized boolean isEnded() {
    return ended;
  }

  /**
   * Buffers rows, all or none.
   *
   * @param batch the rows; not changed by the caller any more
   * @throws StoreRefused if the branch is ended or would grow too large
   */
  public synchronized void add(RowBatch batch) throws StoreRefused {
    if (ended) {
      throw new StoreRefused(store(), ErrorKind.PERMANENT, "the branch is ended", null);
    }
    long limit = store.server().settings().bufferBytes();
    if (bytes + batch.size() > limit) {
      throw new StoreRefused(
          store(),
          ErrorKind.PERMANENT,
          "one transaction may buffer " + limit + " bytes (max_buffer_bytes); use smaller ones",
          null);
    }
    bytes += batch.size();
    RowBatch last = batches.isEmpty() ? null : batches.get(batches.size() - 1);
    if (last != null
        && last.shape().equals(batch.shape())
        && last.structure().equals(batch.structure())) {
      last.append(batch);
    } else {
      batches.add(batch);
    }
  }

  /**
   * Has something closed with the branch.
   *
   * @param reader what a handle opened to read
   */
  public synchronized void closeWithBranch(AutoCloseable reader) {
    readers.add(reader);
  }

  @Override
  public synchronized boolean wrote() {
    return batches.stream().anyMatch(batch -> batch.rows() > 0);
  }

  @Override
  public synchronized Staged stage(Stamp stamp) throws StoreException {
    return new Stager(store.server(), store.catalog(), stamp).stage(batches);
  }

  @Override
  public void rollback() {
    release();
  }

  @Override
  public void release() {
    List<AutoCloseable> open;
    synchronized (this) {
      ended = true;
      batches.clear();
      bytes = 0;
      open = new ArrayList<>(readers);
      readers.clear();
    }
    for (AutoCloseable reader : open) {
      close(reader);
    }
  }

  private void close(AutoCloseable reader) {
    try {
      reader.close();
    } catch (Exception e) {
      LOG.debug("Store '{}': a reader of {} did not close", store(), datTxn(), e);
    }
  }
}
