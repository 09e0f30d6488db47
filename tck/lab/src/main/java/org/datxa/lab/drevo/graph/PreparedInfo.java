package org.datxa.lab.drevo.graph;

import java.time.Instant;

/**
 * What is told of a prepared transaction.
 *
 * @param gid its name
 * @param preparedAt when it was prepared
 * @param opCount the number of its writes
 */
public record PreparedInfo(String gid, Instant preparedAt, int opCount) {}
