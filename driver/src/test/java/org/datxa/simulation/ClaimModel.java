package org.datxa.simulation;

import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.Evidence;
import org.datxa.spi.Payload;
import org.datxa.spi.Staged;

/**
 * A store without transactions: each chunk is one insert, the deadline is checked when a statement
 * starts, and a deduplication token may swallow one.
 */
final class ClaimModel implements StoreModel {
  /** How long a statement runs at most. */
  static final long LONGEST = 40;

  private final World world;
  private final String name;
  private final int chunks;
  private final Map<UUID, int[]> rows = new LinkedHashMap<>();
  private final Set<UUID> markers = new LinkedHashSet<>();
  private final Set<String> tokens = new HashSet<>();

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
  public void work(UUID datTxn, boolean wrote) {}

  @Override
  public Reply<?> perform(Effect<?> effect, UUID datTxn) {
    if (effect instanceof Effect.Stage) {
      return Answer.done(new Staged(payload(), chunks, world.storeClock()));
    }
    if (effect instanceof Effect.RollbackWork || effect instanceof Effect.Discard) {
      return Answer.done();
    }
    if (effect instanceof Effect.StoreClock) {
      return Answer.done(world.mutant(Mutant.IMPATIENT) ? Long.MAX_VALUE / 2 : world.storeClock());
    }
    if (effect instanceof Effect.Probe it) {
      return Answer.done(evidence(it.branch().gid().datTxn()));
    }
    if (effect instanceof Effect.Apply it) {
      return starts(it.claim())
          ? lands(it.branch(), it.chunk(), it.claim())
          : Answer.refused(Why.PLAIN, "after the deadline");
    }
    if (effect instanceof Effect.Mark it) {
      markers.add(it.branch().gid().datTxn());
      return Answer.done();
    }
    throw new IllegalArgumentException("Not of " + name + ": " + effect);
  }

  private Payload payload() {
    return Payload.of(new byte[chunks]);
  }

  /** H3: looked at when the statement starts, by the store's clock. */
  boolean starts(Claim claim) {
    return world.storeClock() <= claim.deadlineMillis() || world.mutant(Mutant.NO_DEADLINE);
  }

  /** A statement that has started takes effect. */
  Reply<?> lands(DecidedBranch branch, int chunk, Claim claim) {
    UUID datTxn = branch.gid().datTxn();
    if (!tokens.add(branch.gid() + ":" + claim.number() + ":" + chunk)) {
      return Answer.done(); // swallowed
    }
    world.applies(datTxn, name);
    rows.computeIfAbsent(datTxn, id -> new int[chunks])[chunk]++;
    return Answer.done();
  }

  /** A statement that fails after its token was noted. */
  void swallows(Effect.Apply apply) {
    tokens.add(apply.branch().gid() + ":" + apply.claim().number() + ":" + apply.chunk());
  }

  private Evidence evidence(UUID datTxn) {
    int[] counts = rows.getOrDefault(datTxn, new int[chunks]);
    BitSet present = new BitSet();
    for (int i = 0; i < chunks; i++) {
      if (counts[i] > 1) {
        return Evidence.interfered(chunks, "chunk " + i + " is there " + counts[i] + " times");
      }
      present.set(i, counts[i] == 1 && !world.mutant(Mutant.NEVER_PROBES));
    }
    return Evidence.of(markers.contains(datTxn), chunks, present);
  }

  @Override
  public void sessionEnds(UUID datTxn) {}

  @Override
  public int applied(UUID datTxn) {
    int[] counts = rows.getOrDefault(datTxn, new int[chunks]);
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int count : counts) {
      least = Math.min(least, count);
      most = Math.max(most, count);
    }
    return least == most && most <= 1 ? most : -1;
  }

  boolean marked(UUID datTxn) {
    return markers.contains(datTxn);
  }

  @Override
  public String leftOf(UUID datTxn) {
    return "";
  }
}
