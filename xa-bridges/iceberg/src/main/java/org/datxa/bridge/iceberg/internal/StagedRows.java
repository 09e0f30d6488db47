package org.datxa.bridge.iceberg.internal;

import org.datxa.spi.Payload;

/**
 * Rows that travel in the payload; whoever finishes writes their files. Rule K3.
 *
 * @param schema the schema of the rows, as Iceberg's JSON
 * @param specId the partition spec that they are written with
 * @param count how many there are
 * @param bytes the rows in the form of {@link RowFormat}
 */
record StagedRows(String schema, int specId, long count, Payload bytes) implements StagedStep {
  @Override
  public boolean plainAppend() {
    return true;
  }
}
