package org.datxa.lab.drevo.graph;

import java.time.Instant;
import java.util.List;

/**
 * A prepared transaction.
 *
 * @param gid its name
 * @param preparedAt when it was prepared, to the microsecond
 * @param ops its writes
 */
record Prepared(String gid, Instant preparedAt, List<Op> ops) {}
