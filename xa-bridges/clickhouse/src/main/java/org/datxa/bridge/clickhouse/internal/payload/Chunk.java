package org.datxa.bridge.clickhouse.internal.payload;

/**
 * Rows of one partition that are inserted as one block, whole or not at all. Rule H1.
 *
 * @param target which target
 * @param structure which structure
 * @param partition the identity of the partition, as in {@code _partition_id}
 * @param rows how many rows
 * @param bytes the rows in RowBinary; not changed by anybody
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copying megabytes would be waste
public record Chunk(int target, int structure, String partition, int rows, byte[] bytes) {}
