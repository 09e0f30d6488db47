package org.datxa.bridge.iceberg.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** A JDBC catalog whose next commits go wrong in chosen ways. */
public final class FaultyCatalog extends JdbcCatalog {
  /** What happens to one commit. */
  enum Fault {
    /** It lands, the answer does not come back. */
    LOSE_REPLY,
    /** It lands, an inner repetition answers that somebody else was first. */
    LAND_THEN_CONFLICT,
    /** It lands, and from then on one look at the table fails. */
    LOSE_REPLY_AND_NEXT_READ,
    /** It lands, and the process has no memory left to hear of it. */
    LAND_THEN_ERROR,
    /** It lands, somebody rolls it back, and an inner repetition answers a conflict. */
    LAND_THEN_ROLLED_BACK,
    /** It does not land and no answer comes. */
    DROP,
    /** It is under way for long; the test lets it arrive. */
    HOLD,
    /** What was held arrives just before, so this one comes second. */
    LET_HELD_ARRIVE,
    /** It waits until the test opens the gate. */
    GATE,
    /** Somebody else was first. */
    CONFLICT
  }

  static final Queue<Fault> FAULTS = new ConcurrentLinkedQueue<>();
  static final Semaphore OPEN = new Semaphore(0);
  static final Queue<Runnable> HELD = new ConcurrentLinkedQueue<>();

  /** For Iceberg, which makes it by its class name. */
  public FaultyCatalog() {}

  @Override
  protected TableOperations newTableOps(TableIdentifier table) {
    return new FaultyOperations(super.newTableOps(table));
  }

  private static final class FaultyOperations implements TableOperations {
    private final TableOperations real;
    private boolean blind;

    FaultyOperations(TableOperations real) {
      this.real = real;
    }

    @Override
    public TableMetadata current() {
      return real.current();
    }

    @Override
    public TableMetadata refresh() {
      if (blind) {
        blind = false;
        throw new IllegalStateException("injected: the catalog does not answer");
      }
      return real.refresh();
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      Fault fault = FAULTS.poll();
      if (fault == null) {
        real.commit(base, metadata);
        return;
      }
      act(fault).accept(base, metadata);
    }

    private BiConsumer<TableMetadata, TableMetadata> act(Fault fault) {
      return switch (fault) {
        case LOSE_REPLY -> this::loseReply;
        case LAND_THEN_CONFLICT -> this::landThenConflict;
        case LOSE_REPLY_AND_NEXT_READ -> this::loseReplyAndNextRead;
        case LAND_THEN_ERROR -> this::landThenError;
        case LAND_THEN_ROLLED_BACK -> this::landThenRolledBack;
        case DROP -> this::drop;
        case HOLD -> this::hold;
        case LET_HELD_ARRIVE -> this::letHeldArrive;
        case GATE -> this::gate;
        case CONFLICT -> this::conflict;
      };
    }

    private void loseReply(TableMetadata base, TableMetadata metadata) {
      real.commit(base, metadata);
      throw new IllegalStateException("injected: the answer was lost");
    }

    private void landThenConflict(TableMetadata base, TableMetadata metadata) {
      real.commit(base, metadata);
      conflict(base, metadata);
    }

    private void landThenError(TableMetadata base, TableMetadata metadata) {
      real.commit(base, metadata);
      throw new OutOfMemoryError("injected");
    }

    private void landThenRolledBack(TableMetadata base, TableMetadata metadata) {
      real.commit(base, metadata);
      TableMetadata landed = real.refresh();
      SnapshotRef before = SnapshotRef.branchBuilder(base.currentSnapshot().snapshotId()).build();
      real.commit(
          landed, TableMetadata.buildFrom(landed).setRef(SnapshotRef.MAIN_BRANCH, before).build());
      conflict(base, metadata);
    }

    private void loseReplyAndNextRead(TableMetadata base, TableMetadata metadata) {
      blind = true;
      loseReply(base, metadata);
    }

    private void drop(TableMetadata base, TableMetadata metadata) {
      throw new IllegalStateException("injected: the request was lost");
    }

    private void hold(TableMetadata base, TableMetadata metadata) {
      HELD.add(() -> real.commit(base, metadata));
      throw new IllegalStateException("injected: no answer yet");
    }

    private void letHeldArrive(TableMetadata base, TableMetadata metadata) {
      HELD.remove().run();
      real.commit(base, metadata);
    }

    private void gate(TableMetadata base, TableMetadata metadata) {
      try {
        if (!OPEN.tryAcquire(30, TimeUnit.SECONDS)) {
          throw new IllegalStateException("the gate was not opened");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
      real.commit(base, metadata);
    }

    private void conflict(TableMetadata base, TableMetadata metadata) {
      throw new CommitFailedException("injected: somebody else was first");
    }

    @Override
    public FileIO io() {
      return real.io();
    }

    @Override
    public EncryptionManager encryption() {
      return real.encryption();
    }

    @Override
    public String metadataFileLocation(String fileName) {
      return real.metadataFileLocation(fileName);
    }

    @Override
    public LocationProvider locationProvider() {
      return real.locationProvider();
    }
  }
}
