package org.datxa.internal.protocol;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.Evidence;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.Payload;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.Staged;
import org.datxa.spi.StagingArea.Leftover;
import org.datxa.spi.Stamp;
import org.datxa.spi.TwoPhaseBranch.Work;

/**
 * Something that happens outside the protocol. Effects are values; their {@code toString} is one
 * line of an event log.
 *
 * @param <R> what the effect gives when it is done
 */
public sealed interface Effect<R> {
  /** What an effect gives that only happens. */
  enum Nothing {
    /** The only value. */
    NOTHING
  }

  /** An effect on a branch that this process has in hand. */
  sealed interface OnBranch<R> extends Effect<R> {
    String store();
  }

  /** An effect in the journal. Writes are stamped with the time by whoever performs them. */
  sealed interface OnJournal<R> extends Effect<R> {}

  /** An effect in a store, from any process. */
  sealed interface OnStore<R> extends Effect<R> {
    String store();
  }

  /** An effect on the process itself. */
  sealed interface OnProcess<R> extends Effect<R> {}

  record Inspect(String store) implements OnBranch<Work> {}

  record EndReading(String store) implements OnBranch<Nothing> {}

  record Stage(String store, Stamp stamp) implements OnBranch<Staged> {}

  record Prepare(String store, Gid gid, Stamp stamp) implements OnBranch<Nothing> {}

  record CommitLocally(String store, Stamp stamp) implements OnBranch<Nothing> {}

  record CommitDeciding(String store, Stamp stamp, JournalRecord record)
      implements OnBranch<Nothing> {}

  record RollbackWork(String store) implements OnBranch<Nothing> {}

  record Insert(JournalRecord record) implements OnJournal<Nothing> {}

  record Advance(RecordHead read, RecordHead next) implements OnJournal<Nothing> {}

  record Find(UUID datTxn) implements OnJournal<Optional<JournalRecord>> {}

  record Scan(Set<State> states, long unchangedForMillis, Optional<UUID> after, int limit)
      implements OnJournal<List<RecordHead>> {}

  record Watermark() implements OnJournal<Long> {}

  record Registered() implements OnJournal<Set<String>> {}

  record FreeBytes(String store) implements OnStore<OptionalLong> {}

  record ListPrepared(String store) implements OnStore<List<PreparedBranch>> {}

  record CommitPrepared(Gid gid) implements OnStore<Resolution> {
    @Override
    public String store() {
      return gid.store();
    }
  }

  record RollbackPrepared(Gid gid) implements OnStore<Resolution> {
    @Override
    public String store() {
      return gid.store();
    }
  }

  record ReadMarker(String store, UUID datTxn) implements OnStore<Marker> {}

  record Settle(String store, UUID datTxn) implements OnStore<Marker> {}

  record StoreClock(String store) implements OnStore<Long> {}

  record Probe(DecidedBranch branch) implements OnStore<Evidence> {
    @Override
    public String store() {
      return branch.gid().store();
    }
  }

  record Apply(DecidedBranch branch, int chunk, Claim claim) implements OnStore<Nothing> {
    @Override
    public String store() {
      return branch.gid().store();
    }
  }

  record Mark(DecidedBranch branch) implements OnStore<Nothing> {
    @Override
    public String store() {
      return branch.gid().store();
    }
  }

  record Discard(Gid gid, Payload payload) implements OnStore<Nothing> {
    @Override
    public String store() {
      return gid.store();
    }
  }

  record ListStaged(String store) implements OnStore<List<Leftover>> {}

  record StagedApplied(String store, Leftover leftover) implements OnStore<Boolean> {}

  record DiscardStaged(String store, Leftover leftover) implements OnStore<Nothing> {}

  /** Takes the time of a meta-transaction from the hybrid logical clock. */
  record TakeTime() implements OnProcess<Long> {}

  /** Names a new owner of a claim; unique. */
  record NewOwner() implements OnProcess<String> {}

  /**
   * How far a store's clock has gone since the branch was staged, without asking it.
   *
   * @param store the store
   */
  record StagedClock(String store) implements OnProcess<Long> {}

  /**
   * Waits before a repetition, longer for later ones.
   *
   * @param attempt which repetition, from 1
   */
  record Pause(int attempt) implements OnProcess<Boolean> {}

  /**
   * Whether a time is longer ago than an age.
   *
   * @param millis the time, in milliseconds since 1970
   * @param age the age in milliseconds
   */
  record OlderThan(long millis, long age) implements OnProcess<Boolean> {}

  /** Tells listeners, metrics and the log. */
  record Report(Event event) implements OnProcess<Nothing> {}
}
