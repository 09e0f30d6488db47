package org.datxa.bridge.clickhouse.internal.jdbc;

import java.sql.SQLException;
import org.datxa.bridge.clickhouse.internal.payload.RowBatch;
import org.datxa.bridge.clickhouse.internal.store.ClickHouseBranch;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;
import org.datxa.spi.error.DatXaException;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** What a handle belongs to: the branch of a transaction, or none. */
interface Scope {
  boolean inTransaction();

  /** Before each piece of work: whether the handle may be used here and now. */
  void requireUsable() throws SQLException;

  /** Before rows are encoded. */
  void requireWritable() throws SQLException;

  void insert(RowBatch batch) throws SQLException;

  /** Has something closed when the scope ends. */
  void onEnd(AutoCloseable opened);

  /**
   * The scope of a handle made in a transaction.
   *
   * @param participation how to ask for the current transaction
   * @param branch the branch that the handle was made for
   */
  record InBranch(Participation participation, ClickHouseBranch branch) implements Scope {
    @Override
    public boolean inTransaction() {
      return true;
    }

    @Override
    public void requireUsable() throws SQLException {
      try {
        participation.requireUsable(branch);
      } catch (DatXaException e) {
        throw SqlErrors.of(e);
      }
      if (branch.isEnded()) {
        throw new SQLException(
            "The transaction " + branch.datTxn() + " has ended; get a new connection", "25000");
      }
    }

    @Override
    public void requireWritable() throws SQLException {
      if (branch.isReadOnly()) {
        throw SqlErrors.readOnly();
      }
    }

    @Override
    public void insert(RowBatch batch) throws SQLException {
      try {
        branch.add(batch);
      } catch (StoreRefused e) {
        throw SqlErrors.of(e);
      }
    }

    @Override
    public void onEnd(AutoCloseable opened) {
      branch.closeWithBranch(opened);
    }
  }

  /**
   * The scope of a handle made outside any transaction: each INSERT is a transaction of its own.
   *
   * @param participation how to run one
   */
  record Outside(Participation participation) implements Scope {
    @Override
    public boolean inTransaction() {
      return false;
    }

    @Override
    public void requireUsable() throws SQLException {
      try {
        participation.requireOutside();
      } catch (DatXaException e) {
        throw SqlErrors.of(e);
      }
    }

    @Override
    public void requireWritable() {}

    @Override
    public void insert(RowBatch batch) throws SQLException {
      if (batch.rows() == 0) {
        return;
      }
      try {
        participation.<Void, StoreException>alone(branch -> addTo(branch, batch));
      } catch (StoreException e) {
        throw SqlErrors.of(e);
      } catch (DatXaException e) {
        throw SqlErrors.of(e);
      }
    }

    private static Void addTo(Branch branch, RowBatch batch) throws StoreException {
      ((ClickHouseBranch) branch).add(batch);
      return null;
    }

    @Override
    public void onEnd(AutoCloseable opened) {
      // The connection handle closes it.
    }
  }
}
