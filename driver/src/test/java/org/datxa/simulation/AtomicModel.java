package org.datxa.simulation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.spi.Evidence;
import org.datxa.spi.Payload;
import org.datxa.spi.Staged;
import org.datxa.spi.StagingArea.Leftover;

/** A store of files: each table's commit is atomic and names the meta-transaction. */
final class AtomicModel implements StoreModel {
  private final World world;
  private final String name;
  private final int tables;
  private final Map<UUID, Long> files = new LinkedHashMap<>();
  private final Map<UUID, BitSet> snapshots = new LinkedHashMap<>();

  AtomicModel(World world, String name, int tables) {
    this.world = world;
    this.name = name;
    this.tables = tables;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void work(UUID datTxn, boolean wrote) {
    files.put(datTxn, world.now());
  }

  @Override
  public Reply<?> perform(Effect<?> effect, UUID datTxn) {
    if (effect instanceof Effect.Stage) {
      files.put(datTxn, world.now());
      return Answer.done(new Staged(Payload.of(new byte[tables]), tables, 0));
    }
    if (effect instanceof Effect.RollbackWork) {
      return delete(datTxn);
    }
    if (effect instanceof Effect.Discard it) {
      return delete(it.gid().datTxn());
    }
    if (effect instanceof Effect.DiscardStaged it) {
      return snapshot(it.leftover().datTxn()).isEmpty()
          ? delete(it.leftover().datTxn())
          : Answer.done();
    }
    if (effect instanceof Effect.Probe it) {
      BitSet present = snapshot(it.branch().gid().datTxn());
      return Answer.done(Evidence.of(present.cardinality() == tables, tables, present));
    }
    if (effect instanceof Effect.Apply it) {
      return apply(it.branch().gid().datTxn(), it.chunk());
    }
    if (effect instanceof Effect.ListStaged) {
      return Answer.done(list());
    }
    if (effect instanceof Effect.StagedApplied it) {
      return Answer.done(!snapshot(it.leftover().datTxn()).isEmpty());
    }
    throw new IllegalArgumentException("Not of " + name + ": " + effect);
  }

  private Reply<?> delete(UUID datTxn) {
    if (files.remove(datTxn) != null) {
      world.undoes(datTxn, name);
    }
    return Answer.done();
  }

  private BitSet snapshot(UUID datTxn) {
    return snapshots.getOrDefault(datTxn, new BitSet());
  }

  private Reply<?> apply(UUID datTxn, int table) {
    BitSet present = snapshots.computeIfAbsent(datTxn, id -> new BitSet());
    if (present.get(table)) {
      return Answer.done();
    }
    if (!files.containsKey(datTxn)) {
      return Answer.refused(Why.CONFLICT, "the files are gone");
    }
    world.applies(datTxn, name);
    present.set(table);
    return Answer.done();
  }

  private List<Leftover> list() {
    List<Leftover> all = new ArrayList<>();
    files.forEach((datTxn, time) -> all.add(new Leftover(datTxn, "place", time)));
    return all;
  }

  @Override
  public void sessionEnds(UUID datTxn) {}

  @Override
  public int applied(UUID datTxn) {
    int some = snapshot(datTxn).cardinality();
    return some == 0 ? 0 : some == tables && files.containsKey(datTxn) ? 1 : -1;
  }

  @Override
  public String leftOf(UUID datTxn) {
    return files.containsKey(datTxn) ? name + " keeps staged files" : "";
  }
}
