package org.datxa.simulation;

import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.spi.Marker;

/**
 * A graph that prepares: one at a time, nobody else writes meanwhile, and whoever began before
 * somebody else's commit is refused.
 */
final class FenceModel extends TwoPhaseModel {
  private long version;
  private Cells<Long> begun = Cells.none();

  FenceModel(World world, String name) {
    super(world, name);
  }

  @Override
  public void work(int txn, boolean wrote) {
    begun = begun.with(txn, version);
    super.work(txn, wrote);
  }

  @Override
  Reply<?> refusal(int txn) {
    if (fenced()) {
      return Answer.refused(Why.PLAIN, "somebody else is prepared");
    }
    return begun.at(txn) == version ? null : Answer.refused(Why.PLAIN, "outdated");
  }

  private boolean fenced() {
    for (int txn = 0; txn < begun.size(); txn++) {
      if (prepared(txn)) {
        return true;
      }
    }
    return false;
  }

  // The loser's record is a write like any other, and stops on the fence.
  @Override
  Reply<?> settle(int txn) {
    if (line(txn).marker() == Marker.ABSENT && fenced()) {
      return Answer.refused(Why.PLAIN, "somebody else is prepared");
    }
    version++;
    return super.settle(txn);
  }

  @Override
  void commit(int txn) {
    version++;
    super.commit(txn);
  }

  @Override
  public long digest() {
    return Digest.of(super.digest(), version);
  }
}
