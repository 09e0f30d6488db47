package org.datxa.simulation;

import java.util.BitSet;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.spi.Evidence;
import org.datxa.spi.Marker;
import org.datxa.spi.Payload;
import org.datxa.spi.Staged;

/**
 * A store without transactions: each chunk is one insert, the deadline is checked when a statement
 * starts, and a deduplication token may swallow one. A chunk that is one block has two halves that
 * are always there together; where H1 is broken, only one of them may be.
 */
final class ClaimModel implements StoreModel {
  /** How long a statement runs at most. */
  static final long LONGEST = 40;

  private static final int WHOLE = 2;

  private final World world;
  private final String name;
  private final int chunks;
  private Cells<Counts> rows = Cells.none();
  private Cells<Counts> earlier = Cells.none();
  private Cells<Boolean> markers = Cells.none();
  private Cells<BitSet> tokens = Cells.none();

  ClaimModel(World world, String name, int chunks) {
    this.world = world;
    this.name = name;
    this.chunks = chunks;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void work(int txn, boolean wrote) {}

  @Override
  public Reply<?> perform(Effect<?> effect, UUID datTxn) {
    if (effect instanceof Effect.Stage) {
      return Answer.done(new Staged(Payload.of(new byte[chunks]), chunks, world.storeClock()));
    }
    if (effect instanceof Effect.RollbackWork || effect instanceof Effect.Discard) {
      return Answer.done();
    }
    if (effect instanceof Effect.StoreClock) {
      return Answer.done(world.mutant(Mutant.IMPATIENT) ? Long.MAX_VALUE / 2 : world.storeClock());
    }
    if (effect instanceof Effect.Probe it) {
      return Answer.done(evidence(World.number(it.branch().gid().datTxn())));
    }
    if (effect instanceof Effect.Apply it) {
      return starts(it) ? lands(it) : Answer.refused(Why.PLAIN, "after the deadline");
    }
    if (effect instanceof Effect.ReadMarker it) {
      return Answer.done(marked(World.number(it.datTxn())) ? Marker.APPLIED : Marker.ABSENT);
    }
    world.changes();
    markers = markers.with(World.number(((Effect.Mark) effect).branch().gid().datTxn()), true);
    return Answer.done();
  }

  /** H3: looked at when the statement starts, by the store's clock. */
  boolean starts(Effect.Apply apply) {
    long deadline = apply.claim().deadlineMillis();
    long extended = world.mutant(Mutant.EXTENDS_ITS_CLAIM) ? 150 : 0;
    return world.storeClock() <= deadline + extended || world.mutant(Mutant.NO_DEADLINE);
  }

  /** A statement that has started takes effect. */
  Reply<?> lands(Effect.Apply apply) {
    return lands(apply, WHOLE);
  }

  /** A chunk that is not one block lands in part. */
  Reply<?> landsInPart(Effect.Apply apply) {
    return lands(apply, 1);
  }

  private Reply<?> lands(Effect.Apply apply, int halves) {
    int txn = World.number(apply.branch().gid().datTxn());
    if (!takesToken(txn, token(apply))) {
      return Answer.done(); // swallowed
    }
    world.applies(txn, name);
    put(txn, rows(txn).plus(apply.chunk(), halves));
    return Answer.done();
  }

  private void put(int txn, Counts counts) {
    world.changes();
    earlier = earlier.with(txn, rows(txn));
    rows = rows.with(txn, counts);
  }

  private Counts rows(int txn) {
    Counts in = rows.at(txn);
    return in == null ? Counts.none(chunks) : in;
  }

  private static int token(Effect.Apply apply) {
    return apply.claim().number() * 8 + apply.chunk();
  }

  private boolean takesToken(int txn, int token) {
    BitSet taken = tokens.at(txn);
    BitSet changed = taken == null ? new BitSet() : (BitSet) taken.clone();
    if (changed.get(token) && world.choices().either()) {
      return false; // or the server has forgotten it
    }
    changed.set(token);
    tokens = tokens.with(txn, changed);
    return true;
  }

  /** A statement that fails after its token was noted. */
  void swallows(Effect.Apply apply) {
    takesToken(World.number(apply.branch().gid().datTxn()), token(apply));
  }

  /** A DELETE that a broken finisher sends. */
  void deletes(int txn) {
    put(txn, Counts.none(chunks));
  }

  private Evidence evidence(int txn) {
    Counts in = rows(txn);
    for (int i = 0; i < chunks; i++) {
      if (in.at(i) != 0 && in.at(i) != WHOLE) {
        return Evidence.interfered(chunks, "chunk " + i + " is there " + in.at(i) + "/2 times");
      }
    }
    BitSet present =
        world.mutant(Mutant.NEVER_PROBES)
            ? new BitSet()
            : world.lags() && earlier.at(txn) != null
                ? earlier.at(txn).present(WHOLE)
                : in.present(WHOLE);
    return Evidence.of(marked(txn), chunks, present);
  }

  @Override
  public void sessionEnds(int txn) {}

  @Override
  public int applied(int txn) {
    return rows(txn).isEmpty() ? 0 : rows(txn).all(WHOLE) ? 1 : -1;
  }

  boolean marked(int txn) {
    return markers.at(txn) != null;
  }

  @Override
  public String leftOf(int txn) {
    return "";
  }

  @Override
  public long digest() {
    long all = 0;
    for (int txn = 0; txn < Math.max(rows.size(), tokens.size()); txn++) {
      long taken = tokens.at(txn) == null ? 0 : tokens.at(txn).hashCode();
      all = Digest.of(Digest.of(all, rows(txn).packed()), taken * 2 + (marked(txn) ? 1 : 0));
    }
    return all;
  }
}
