package org.datxa.bridge.clickhouse.internal.store;

import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.datxa.bridge.clickhouse.internal.http.Answer;
import org.datxa.bridge.clickhouse.internal.payload.Chunk;
import org.datxa.bridge.clickhouse.internal.payload.Target;
import org.datxa.bridge.clickhouse.internal.payload.Work;
import org.datxa.bridge.clickhouse.internal.table.TableReader;
import org.datxa.bridge.clickhouse.internal.table.TableShape;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Evidence;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** Looks what of a branch is in its tables. Rules H1, H4 and H5. */
final class Prober {
  private final ServerAccess server;
  private final Markers markers;
  private final Acknowledgements acknowledged;

  Prober(ServerAccess server, Markers markers, Acknowledgements acknowledged) {
    this.server = server;
    this.markers = markers;
    this.acknowledged = acknowledged;
  }

  Evidence probe(DecidedBranch branch, Work work) throws StoreException {
    int size = work.chunks().size();
    BitSet present = new BitSet(size);
    if (markers.contains(branch.gid().datTxn())) {
      present.set(0, size);
      return Evidence.of(true, size, present);
    }
    StringBuilder interference = new StringBuilder();
    for (int i = 0; i < work.targets().size(); i++) {
      probeTarget(branch, work, i, present, interference);
    }
    return interference.length() > 0
        ? Evidence.interfered(size, interference.toString())
        : Evidence.of(false, size, present);
  }

  private void probeTarget(
      DecidedBranch branch, Work work, int index, BitSet present, StringBuilder interference)
      throws StoreException {
    Target target = work.targets().get(index);
    requireSame(target);
    Map<String, Long> counts = target.countable() ? count(branch, target) : Map.of();
    TreeSet<String> unexpected = new TreeSet<>(counts.keySet());
    for (Map.Entry<String, BitSet> partition : partitions(work, index).entrySet()) {
      unexpected.remove(partition.getKey());
      long count = counts.getOrDefault(partition.getKey(), 0L);
      PartitionCount found = new PartitionCount(work, partition.getValue(), count);
      BitSet whole = target.trustsAcknowledgement() ? trusted(branch, found) : found.prefix();
      present.or(whole);
      found.objection(target, whole).ifPresent(text -> add(interference, text));
    }
    for (String partition : unexpected) {
      String text = counts.get(partition) + " rows of it in the foreign partition " + partition;
      add(interference, text + " of " + target.name());
    }
  }

  private BitSet trusted(DecidedBranch branch, PartitionCount found) {
    BitSet whole = acknowledged.of(branch.gid(), found.chunks());
    if (found.anything()) {
      // H6: one chunk per partition, inserted whole; some of its rows have expired.
      whole.or(found.chunks());
    }
    return whole;
  }

  private static Map<String, BitSet> partitions(Work work, int target) {
    Map<String, BitSet> partitions = new LinkedHashMap<>();
    List<Chunk> chunks = work.chunks();
    for (int i = 0; i < chunks.size(); i++) {
      if (chunks.get(i).target() == target) {
        partitions.computeIfAbsent(chunks.get(i).partition(), p -> new BitSet()).set(i);
      }
    }
    return partitions;
  }

  private Map<String, Long> count(DecidedBranch branch, Target target) throws StoreException {
    byte[] answer =
        server
            .channel()
            .ask(Statements.count(target, branch.stamp()), Map.of("use_query_cache", "0"));
    Map<String, Long> counts = new HashMap<>();
    for (List<String> row : Answer.rows(answer, 2)) {
      counts.put(row.get(0), Long.parseLong(row.get(1)));
    }
    return counts;
  }

  private void requireSame(Target target) throws StoreException {
    Optional<TableShape> now = new TableReader(server.channel()).read(target.name());
    if (now.isEmpty()) {
      throw refused(target, "is gone; bring it back (ATTACH, UNDROP or a backup)");
    }
    TableShape shape = now.get();
    if (!shape.uuid().equals(target.uuid()) || !shape.engine().equals(target.engine())) {
      throw refused(target, "is another one than at stage; put the former one in its place");
    }
  }

  private StoreRefused refused(Target target, String what) {
    return new StoreRefused(
        server.store(),
        ErrorKind.PERMANENT,
        "table "
            + target.name()
            + " "
            + what
            + ", or acknowledge the branch as an operator; nothing was written",
        null);
  }

  private static void add(StringBuilder interference, String text) {
    interference.append(interference.length() == 0 ? "" : "; ").append(text);
  }
}
