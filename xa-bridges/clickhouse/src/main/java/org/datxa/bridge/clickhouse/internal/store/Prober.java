package org.datxa.bridge.clickhouse.internal.store;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.datxa.bridge.clickhouse.internal.http.ClickHouseErrors;
import org.datxa.bridge.clickhouse.internal.http.ServerError;
import org.datxa.bridge.clickhouse.internal.payload.Chunk;
import org.datxa.bridge.clickhouse.internal.payload.Target;
import org.datxa.bridge.clickhouse.internal.payload.Work;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Evidence;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** Looks what of a branch is in its tables. Rules H1, H4 and H5. */
final class Prober {
  private static final String OR_ACKNOWLEDGE =
      "or acknowledge the branch as an operator; nothing was written";

  private final ServerAccess server;
  private final Markers markers;
  private final Attempts attempts;
  private final Acknowledgements acknowledged;

  Prober(ServerAccess server, Markers markers, Attempts attempts, Acknowledgements acknowledged) {
    this.server = server;
    this.attempts = attempts;
    this.markers = markers;
    this.acknowledged = acknowledged;
  }

  Evidence probe(DecidedBranch branch, Work work) throws StoreException {
    int size = work.chunks().size();
    BitSet present = new BitSet(size);
    Findings found = look(branch, work);
    if (found.marked()) {
      present.set(0, size);
      return Evidence.of(true, size, present);
    }
    StringBuilder interference = new StringBuilder();
    for (int i = 0; i < work.targets().size(); i++) {
      compare(branch, work, i, found, present, interference);
    }
    dropUnfilled(branch, work, present);
    return interference.length() > 0
        ? Evidence.interfered(size, interference.toString())
        : Evidence.of(false, size, present);
  }

  /** One query for the marker, the identity of the tables and the counts. */
  private Findings look(DecidedBranch branch, Work work) throws StoreException {
    try {
      return new Findings(
          server.rows(Statements.look(work, branch.stamp(), markers.name()), Findings.WIDTH));
    } catch (StoreRefused e) {
      boolean missing =
          e.getCause() instanceof ServerError error && ClickHouseErrors.isMissing(error);
      if (!missing) {
        throw e;
      }
      if (markers.contains(branch.gid().datTxn())) {
        String marker = Findings.MARKER;
        return new Findings(List.of(List.of(marker, "0", "", "1")));
      }
      throw new StoreRefused(
          server.store(),
          ErrorKind.PERMANENT,
          e.getMessage() + " Bring it back (ATTACH, UNDROP or a backup), " + OR_ACKNOWLEDGE,
          e);
    }
  }

  /** H6: rows that are in do not end the apply while their insert was answered with an error. */
  private void dropUnfilled(DecidedBranch branch, Work work, BitSet present) throws StoreException {
    if (work.targets().stream().anyMatch(Target::views)) {
      attempts.last(branch.gid().datTxn()).entrySet().stream()
          .filter(entry -> entry.getValue().answer().equals(Attempts.FAILED))
          .forEach(entry -> present.clear(entry.getKey()));
    }
  }

  /** The token of a failed insert whose rows are in their table all the same. */
  Optional<String> tokenThatBroughtIn(DecidedBranch branch, Work work, int index)
      throws StoreException {
    Attempts.Attempt last = attempts.last(branch.gid().datTxn()).get(index);
    if (last == null || !last.answer().equals(Attempts.FAILED)) {
      return Optional.empty();
    }
    BitSet present = new BitSet();
    int target = work.chunks().get(index).target();
    compare(branch, work, target, look(branch, work), present, new StringBuilder());
    return present.get(index) ? Optional.of(last.token()) : Optional.empty();
  }

  private void compare(
      DecidedBranch branch,
      Work work,
      int index,
      Findings findings,
      BitSet present,
      StringBuilder interference)
      throws StoreException {
    Target target = work.targets().get(index);
    requireSame(target, findings.isSame(index));
    Map<String, Long> counts = findings.counts(index);
    TreeSet<String> unexpected = new TreeSet<>(counts.keySet());
    for (Map.Entry<String, BitSet> partition : partitions(work, index).entrySet()) {
      unexpected.remove(partition.getKey());
      long count = counts.getOrDefault(partition.getKey(), 0L);
      PartitionCount found = new PartitionCount(work, partition.getValue(), count);
      BitSet whole =
          target.trustsAcknowledgement() ? trusted(branch, target, found) : found.prefix();
      present.or(whole);
      found.objection(target, whole).ifPresent(text -> add(interference, text));
    }
    for (String partition : unexpected) {
      String text = counts.get(partition) + " rows of it in the foreign partition " + partition;
      add(interference, text + " of " + target.name());
    }
  }

  private BitSet trusted(DecidedBranch branch, Target target, PartitionCount found)
      throws StoreException {
    BitSet whole = acknowledged.of(branch.gid(), found.chunks());
    if (target.views()) {
      // H6: a repeat is harmless for rows that expire again, and not for the views behind them.
      whole.or(attempts.done(branch.gid().datTxn()));
      whole.and(found.chunks());
    }
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

  private void requireSame(Target target, boolean same) throws StoreException {
    if (!same) {
      throw new StoreRefused(
          server.store(),
          ErrorKind.PERMANENT,
          "table "
              + target.name()
              + " is gone or another one than at stage; put the former one in"
              + " its place, "
              + OR_ACKNOWLEDGE,
          null);
    }
  }

  private static void add(StringBuilder interference, String text) {
    interference.append(interference.length() == 0 ? "" : "; ").append(text);
  }
}
