package org.datxa.bench;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.datxa.spi.BranchStart;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.DecisionWrite;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Evidence;
import org.datxa.spi.Finding;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.Payload;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.Staged;
import org.datxa.spi.StagingArea;
import org.datxa.spi.Stamp;
import org.datxa.spi.Store;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.TwoPhaseStore;

/** Stores that cost nothing, so that what is left is the engine. */
final class FreeStores {
  private static final Staged STAGED = new Staged(Payload.of(new byte[] {1}), 1, 0);

  private FreeStores() {}

  /** What both kinds have in common. */
  private abstract static class Free implements Store {
    private final String name;

    Free(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String kind() {
      return "free";
    }

    @Override
    public String appliedLocation() {
      return name;
    }

    @Override
    public List<Finding> check() {
      return List.of();
    }

    @Override
    public List<Finding> bind(UUID journalId) {
      return List.of();
    }

    @Override
    public OptionalLong freeBytes() {
      return OptionalLong.empty();
    }

    @Override
    public ErrorKind classify(Throwable error) {
      return ErrorKind.PERMANENT;
    }

    @Override
    public <T> T facade(Class<T> type) {
      throw new IllegalArgumentException("There is no facade.");
    }

    @Override
    public void close() {}
  }

  /** A store that prepares. */
  static final class Preparing extends Free implements TwoPhaseStore {
    Preparing(String name) {
      super(name);
    }

    @Override
    public TwoPhaseBranch begin(BranchStart start) {
      return new PreparingBranch(start.datTxn(), name());
    }

    @Override
    public List<PreparedBranch> listPrepared() {
      return List.of();
    }

    @Override
    public Resolution commitPrepared(Gid gid) {
      return Resolution.DONE;
    }

    @Override
    public Resolution rollbackPrepared(Gid gid) {
      return Resolution.DONE;
    }

    @Override
    public Marker marker(UUID datTxn) {
      return Marker.APPLIED;
    }

    @Override
    public Marker settle(UUID datTxn) {
      return Marker.APPLIED;
    }

    @Override
    public boolean preparesLast() {
      return false;
    }

    @Override
    public boolean carriesDecision() {
      return false;
    }
  }

  private record PreparingBranch(UUID datTxn, String store) implements TwoPhaseBranch {
    @Override
    public Work inspect() {
      return Work.WROTE;
    }

    @Override
    public void endReading() {}

    @Override
    public void prepare(Gid gid, Stamp stamp) {}

    @Override
    public void commit(Stamp stamp) {}

    @Override
    public void commitDeciding(Stamp stamp, DecisionWrite decision) {}

    @Override
    public Resolution commitPrepared() {
      return Resolution.DONE;
    }

    @Override
    public Resolution rollbackPrepared() {
      return Resolution.DONE;
    }

    @Override
    public void rollback() {}

    @Override
    public void release() {}
  }

  /** A store that applies after the decision. */
  static final class Applying extends Free implements PostDecisionStore {
    Applying(String name) {
      super(name);
    }

    @Override
    public PostDecisionBranch begin(BranchStart start) {
      return new ApplyingBranch(start.datTxn(), name());
    }

    @Override
    public boolean needsClaim() {
      return false;
    }

    @Override
    public long claimMillis() {
      return 0;
    }

    @Override
    public long quietMillis() {
      return 0;
    }

    @Override
    public long clockMillis() {
      return 0;
    }

    @Override
    public Evidence probe(DecidedBranch branch) {
      BitSet all = new BitSet();
      all.set(0);
      return Evidence.of(true, 1, all);
    }

    @Override
    public void apply(DecidedBranch branch, int chunk, Claim claim) {}

    @Override
    public void mark(DecidedBranch branch) {}

    @Override
    public Marker marker(UUID datTxn) {
      return Marker.ABSENT;
    }

    @Override
    public void discard(UUID datTxn, Payload payload) {}

    @Override
    public Optional<StagingArea> stagingArea() {
      return Optional.empty();
    }
  }

  private record ApplyingBranch(UUID datTxn, String store) implements PostDecisionBranch {
    @Override
    public boolean wrote() {
      return true;
    }

    @Override
    public Staged stage(Stamp stamp) {
      return STAGED;
    }

    @Override
    public void rollback() {}

    @Override
    public void release() {}
  }
}
