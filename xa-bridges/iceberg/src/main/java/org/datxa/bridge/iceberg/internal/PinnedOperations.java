package org.datxa.bridge.iceberg.internal;

import java.util.Collection;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * The operations of a table for exactly one attempt. Rule K1.
 *
 * <p>They show one state of the table only, so Iceberg never moves the attempt to another base and
 * never repeats it: what was validated is what is committed, and an attempt is one compare-and-set.
 * After any exception of that, the table is read: own attempt present is success; refused and
 * absent is lost; everything else is unknown, upon which Iceberg cleans nothing.
 */
final class PinnedOperations implements TableOperations {
  private final TableOperations table;
  private final TableMetadata pinned;
  private final FileIO files;
  private final Collection<UUID> datTxns;
  private final String attempt;
  private boolean sent;

  PinnedOperations(
      TableOperations table,
      TableMetadata pinned,
      FileIO files,
      Collection<UUID> datTxns,
      String attempt) {
    this.table = table;
    this.pinned = pinned;
    this.files = files;
    this.datTxns = datTxns;
    this.attempt = attempt;
  }

  /** Whether the catalog was asked to commit. */
  boolean sent() {
    return sent;
  }

  @Override
  public TableMetadata current() {
    return pinned;
  }

  @Override
  public TableMetadata refresh() {
    return pinned;
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    if (base != pinned) { // Iceberg compares by identity too
      throw new IllegalStateException("The attempt is based on another state of the table");
    }
    if (AppliedMarks.foreign(pinned, datTxns, attempt)) { // K1
      throw new AttemptLost("One of " + datTxns + " is applied already", null);
    }
    sent = true;
    try {
      table.commit(pinned, metadata);
    } catch (RuntimeException e) {
      settle(e);
    }
  }

  private void settle(RuntimeException failure) {
    if (ownAttemptIsThere(failure)) {
      return;
    }
    if (failure instanceof CommitFailedException) {
      throw new AttemptLost("Somebody else changed the table first", failure);
    }
    throw new CommitStateUnknownException(failure);
  }

  private boolean ownAttemptIsThere(RuntimeException failure) {
    try {
      return AppliedMarks.attempt(table.refresh(), attempt);
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
      throw new CommitStateUnknownException(failure);
    }
  }

  @Override
  public FileIO io() {
    return files;
  }

  @Override
  public EncryptionManager encryption() {
    return table.encryption();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return table.metadataFileLocation(fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return table.locationProvider();
  }

  @Override
  public long newSnapshotId() {
    return table.newSnapshotId();
  }
}
