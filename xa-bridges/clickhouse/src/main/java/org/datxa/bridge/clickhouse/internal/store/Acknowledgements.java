package org.datxa.bridge.clickhouse.internal.store;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.datxa.spi.Gid;

/**
 * Which chunks this process has seen acknowledged, for tables whose rows may be gone again or
 * cannot be counted. Rules H5 and H6. It need not survive: what is forgotten is inserted again, and
 * there a repeat is harmless (the same rows expire again, or replace one another).
 */
final class Acknowledgements {
  private static final int MOST = 10_000;

  private final Map<Gid, BitSet> chunks = new LinkedHashMap<>();

  synchronized void add(Gid gid, int chunk) {
    chunks.computeIfAbsent(gid, g -> new BitSet()).set(chunk);
    if (chunks.size() > MOST) {
      chunks.remove(chunks.keySet().iterator().next());
    }
  }

  synchronized BitSet of(Gid gid, BitSet wanted) {
    BitSet found = (BitSet) wanted.clone();
    found.and(chunks.getOrDefault(gid, new BitSet()));
    return found;
  }

  synchronized void forget(Gid gid) {
    chunks.remove(gid);
  }
}
