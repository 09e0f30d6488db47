package org.datxa.bridge.drevo.internal;

import java.util.Map;
import java.util.UUID;
import org.datxa.bridge.drevo.DrevoRecords;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.Stamp;

/**
 * The nodes that mark what is applied. A title is the only thing that drevo keeps unique, over all
 * labels of a graph, so the title is the marker's key.
 */
final class Markers {
  static final String LABEL = "DatApplied";

  /** The time that stands for "never": a tombstone. M3 */
  static final long NEVER = -1;

  private static final String CREATE =
      "CREATE (m:"
          + LABEL
          + " {title: $title, dat_txn: $dat_txn, dat_tx_time: $dat_tx_time, store: $store})";

  private static final String READ =
      "MATCH (m:" + LABEL + " {title: $title}) RETURN m.dat_tx_time AS dat_tx_time";

  private Markers() {}

  static String title(UUID datTxn) {
    return LABEL + ":" + datTxn;
  }

  static Statement marker(Gid gid, Stamp stamp) {
    return node(gid, stamp.datTxTime());
  }

  static Statement tombstone(Gid gid) {
    return node(gid, NEVER);
  }

  private static Statement node(Gid gid, long datTxTime) {
    return new Statement(
        CREATE,
        Map.of(
            "title", title(gid.datTxn()),
            "dat_txn", gid.datTxn().toString(),
            "dat_tx_time", datTxTime,
            "store", gid.store()));
  }

  /** Reads the marker in a statement of its own (P1). */
  static Marker read(Link link, UUID datTxn) throws LinkException {
    DrevoRecords rows = link.alone(Statement.of(READ, "title", title(datTxn)));
    if (rows.list().isEmpty()) {
      return Marker.ABSENT;
    }
    Object time = rows.single().value("dat_tx_time");
    return time instanceof Long it && it > 0 ? Marker.APPLIED : Marker.TOMBSTONE; // M2
  }
}
