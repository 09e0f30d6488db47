package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.spi.Evidence;
import org.datxa.spi.Marker;
import org.datxa.spi.Payload;
import org.datxa.spi.Staged;
import org.datxa.spi.StagingArea.Leftover;

/** A store of files: each table's commit is atomic and names the meta-transaction. */
final class AtomicModel implements StoreModel {
  private final World world;
  private final String name;
  private final int tables;
  private Cells<Long> files = Cells.none();
  private Cells<Counts> snapshots = Cells.none();
  private Cells<Integer> spoiled = Cells.none();
  private final long[] commits;

  AtomicModel(World world, String name, int tables) {
    this.world = world;
    this.name = name;
    this.tables = tables;
    this.commits = new long[tables];
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void work(int txn, boolean wrote) {
    keep(txn, world.now());
  }

  private void keep(int txn, Long since) {
    world.changes();
    files = files.with(txn, since);
  }

  @Override
  public Reply<?> perform(Effect<?> effect, UUID datTxn) {
    if (effect instanceof Effect.Stage) {
      keep(World.number(datTxn), world.now());
      return Answer.done(new Staged(Payload.of(new byte[tables]), tables, 0));
    }
    if (effect instanceof Effect.RollbackWork) {
      return delete(World.number(datTxn));
    }
    if (effect instanceof Effect.Probe it) {
      Counts in = snapshot(World.number(it.branch().gid().datTxn()));
      return Answer.done(Evidence.of(in.all(1), tables, in.present(1)));
    }
    if (effect instanceof Effect.Apply it) {
      return apply(World.number(it.branch().gid().datTxn()), it.chunk());
    }
    return ofFiles(effect);
  }

  private Reply<?> ofFiles(Effect<?> effect) {
    if (effect instanceof Effect.ReadMarker it) {
      boolean named = !snapshot(World.number(it.datTxn())).isEmpty();
      return Answer.done(named ? Marker.APPLIED : Marker.ABSENT);
    }
    if (effect instanceof Effect.Discard it) {
      return delete(World.number(it.gid().datTxn()));
    }
    if (effect instanceof Effect.DiscardStaged it) {
      int txn = World.number(it.leftover().datTxn());
      boolean named = !snapshot(txn).isEmpty() && !world.mutant(Mutant.DELETES_WHAT_IS_NAMED);
      return named ? Answer.done() : delete(txn);
    }
    if (effect instanceof Effect.ListStaged) {
      return Answer.done(list());
    }
    Effect.StagedApplied it = (Effect.StagedApplied) effect;
    boolean named = !snapshot(World.number(it.leftover().datTxn())).isEmpty();
    return Answer.yes(named && !world.mutant(Mutant.DELETES_WHAT_IS_NAMED));
  }

  private Reply<?> delete(int txn) {
    if (files.at(txn) != null) {
      keep(txn, null);
      world.undoes(txn, name);
    }
    return Answer.done();
  }

  private Counts snapshot(int txn) {
    Counts in = snapshots.at(txn);
    return in == null ? Counts.none(tables) : in;
  }

  private Reply<?> apply(int txn, int table) {
    Counts in = snapshot(txn);
    // K1: the validator finds the meta-transaction among the ancestors.
    if (in.at(table) > 0 && !world.mutant(Mutant.COMMITS_UNVALIDATED)) {
      return Answer.done();
    }
    return commit(List.of(txn), table);
  }

  /** Whether a table does not name a meta-transaction. */
  boolean misses(int txn, int table) {
    return snapshot(txn).at(table) == 0;
  }

  /** How often a table was changed. */
  long commits(int table) {
    return commits[table];
  }

  /** One commit for all of them, or for none. */
  Reply<?> commit(List<Integer> txns, int table) {
    for (int txn : txns) {
      if (files.at(txn) == null || isSpoiled(txn, table)) {
        return Answer.refused(Why.CONFLICT, "it does not fit any more");
      }
    }
    for (int txn : txns) {
      world.applies(txn, name);
      snapshots = snapshots.with(txn, snapshot(txn).plus(table, 1));
    }
    world.changes();
    commits[table]++;
    return Answer.done();
  }

  private boolean isSpoiled(int txn, int table) {
    return spoiled.at(txn) != null && spoiled.at(txn) == table;
  }

  /** Another writer changes a table so that what was decided does not fit any more. */
  void spoil(int txn, int table) {
    world.changes();
    spoiled = spoiled.with(txn, table);
    commits[table]++;
  }

  private List<Leftover> list() {
    List<Leftover> all = new ArrayList<>();
    for (int txn = 0; txn < files.size(); txn++) {
      if (files.at(txn) != null) {
        all.add(new Leftover(world.datTxn(txn), "place", files.at(txn)));
      }
    }
    return all;
  }

  @Override
  public void sessionEnds(int txn) {}

  @Override
  public int applied(int txn) {
    Counts in = snapshot(txn);
    return in.isEmpty() ? 0 : in.all(1) && files.at(txn) != null ? 1 : -1;
  }

  @Override
  public String leftOf(int txn) {
    return files.at(txn) != null ? name + " keeps staged files" : "";
  }

  @Override
  public long digest() {
    long all = 0;
    for (int txn = 0; txn < files.size(); txn++) {
      all = Digest.of(all, snapshot(txn).hashCode() * 2L + (files.at(txn) == null ? 0 : 1));
    }
    return all;
  }
}
