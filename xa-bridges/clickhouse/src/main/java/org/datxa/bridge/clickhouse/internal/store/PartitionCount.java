package org.datxa.bridge.clickhouse.internal.store;

import java.util.BitSet;
import java.util.Optional;
import org.datxa.bridge.clickhouse.internal.payload.Target;
import org.datxa.bridge.clickhouse.internal.payload.Work;

/** How many rows of a branch one partition holds, against the chunks that it should hold. */
record PartitionCount(Work work, BitSet chunks, long count) {
  boolean anything() {
    return count > 0;
  }

  /** H1: chunks go in order and whole, so that the count names the prefix that is in. */
  BitSet prefix() {
    BitSet prefix = new BitSet();
    long sum = 0;
    for (int i = chunks.nextSetBit(0); i >= 0 && sum < count; i = chunks.nextSetBit(i + 1)) {
      sum += work.chunks().get(i).rows();
      prefix.set(i);
    }
    return sum == count ? prefix : new BitSet();
  }

  /** H4: a count that no prefix explains is somebody else's doing. */
  Optional<String> objection(Target target, BitSet whole) {
    long expected = chunks.stream().mapToLong(i -> work.chunks().get(i).rows()).sum();
    boolean explained =
        target.trustsAcknowledgement() ? count <= expected : whole.isEmpty() == (count == 0);
    return explained
        ? Optional.empty()
        : Optional.of(
            count
                + " rows of it in partition "
                + partition()
                + " of "
                + target.name()
                + ", which "
                + chunks.cardinality()
                + " chunk(s) of together "
                + expected
                + " rows do not explain");
  }

  private String partition() {
    return work.chunks().get(chunks.nextSetBit(0)).partition();
  }
}
