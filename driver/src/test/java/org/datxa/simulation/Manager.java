package org.datxa.simulation;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.protocol.Voting;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;

/**
 * An outside manager that presumes abort: it logs what it commits, repeats until it is answered,
 * and asks what we list after a crash.
 */
final class Manager {
  /** What it decided. */
  enum Will {
    COMMIT,
    ROLLBACK,
    /** It was told that we rolled back, and never asks again. */
    FORGOTTEN
  }

  private final Engine engine;
  private final World world;
  private final Voting voting;
  private Cells<Will> wills = Cells.none();
  private Cells<Boolean> logged = Cells.none();

  Manager(Engine engine) {
    this.engine = engine;
    this.world = engine.world();
    this.voting = world.setup().voting();
  }

  Will will(int txn) {
    return wills.at(txn);
  }

  /** Whether it still owes us a commit. */
  boolean owes(int txn) {
    return logged.at(txn) != null;
  }

  private void log(int txn, Boolean commits) {
    world.changes();
    logged = logged.with(txn, commits);
  }

  /** How the vote ended. */
  void told(UUID datTxn, Verdict verdict) {
    int txn = World.number(datTxn);
    boolean no = verdict instanceof Verdict.RolledBack || verdict instanceof Verdict.OnlyRead;
    if (no) {
      wills = wills.with(txn, Will.FORGOTTEN);
    } else if (will(txn) == null) {
      boolean commits = verdict instanceof Verdict.Voted && world.choices().either();
      wills = wills.with(txn, commits ? Will.COMMIT : Will.ROLLBACK);
      if (commits) {
        log(txn, true);
      }
      if (world.recording()) {
        world.note("manager", "decides " + will(txn) + " " + World.name(txn));
      }
      asks(datTxn);
    }
  }

  /** It asks for what it decided, perhaps again; a manager that has not heard yet rolls back. */
  void asks(UUID datTxn) {
    int txn = World.number(datTxn);
    if (will(txn) == null) {
      wills = wills.with(txn, Will.ROLLBACK);
    }
    if (will(txn) == Will.COMMIT) {
      engine.start("m", found(datTxn, voting::commit, null), answer -> answered(datTxn, answer));
    } else if (will(txn) == Will.ROLLBACK) {
      rollback(datTxn);
    }
  }

  private void rollback(UUID datTxn) {
    engine.start(
        "m",
        found(datTxn, voting::rollback, voting.rollbackDoubtful(datTxn, List.of())),
        answer -> {});
  }

  private void answered(UUID datTxn, Object answer) {
    if (!(answer instanceof Verdict.Committed committed)) {
      return;
    }
    log(World.number(datTxn), null);
    if (committed.heuristic()) {
      engine.start("m", voting.forget(datTxn), forgotten -> {});
    }
  }

  /** After a crash: what we list is committed where its log says so, and rolled back otherwise. */
  void recover() {
    Cells<Boolean> before = logged;
    Effect.Scan all =
        new Effect.Scan(
            Set.of(State.PREPARED, State.COMMITTED, State.DONE), 0, Optional.empty(), 100);
    engine.start("x", ask(all), reply -> listed(before, (Reply<?>) reply));
  }

  private void listed(Cells<Boolean> before, Reply<?> reply) {
    if (!(reply instanceof Reply.Done<?> it)) {
      return; // it throws, and the manager asks again some other time
    }
    Cells<RecordHead> listed = Cells.none();
    for (Object found : (List<?>) it.value()) {
      RecordHead head = (RecordHead) found;
      boolean open = head.state() == State.PREPARED || head.progress().listedSinceMillis() != 0;
      if (open && head.xid().isPresent()) {
        listed = listed.with(World.number(head.datTxn()), head);
      }
    }
    for (int txn = 0; txn < world.datTxns().size(); txn++) {
      settle(txn, before.at(txn) != null, listed.at(txn));
    }
  }

  // What is in its log and not listed is taken for committed.
  private void settle(int txn, boolean was, RecordHead listed) {
    if (was && listed == null) {
      world.note("manager", "takes " + World.name(txn) + " for committed");
      log(txn, null);
    } else if (was) {
      asks(world.datTxn(txn));
    } else if (listed != null && !deciding(txn) && will(txn) != Will.FORGOTTEN) {
      presumeAborted(txn, listed);
    }
  }

  private void presumeAborted(int txn, RecordHead listed) {
    if (!listed.progress().heuristics().isEmpty()) {
      engine.start("m", voting.forget(world.datTxn(txn)), forgotten -> {});
    }
    if (will(txn) == null) {
      wills = wills.with(txn, Will.ROLLBACK);
    }
    rollback(world.datTxn(txn));
  }

  // It is in the middle of the vote, or has just logged the commit.
  private boolean deciding(int txn) {
    return owes(txn) || (will(txn) == null && engine.coordinators().get(txn).alive());
  }

  private static Program<Verdict> found(
      UUID datTxn, Function<JournalRecord, Program<Verdict>> next, Program<Verdict> none) {
    return ask(new Effect.Find(datTxn))
        .then(
            reply -> {
              if (!(reply instanceof Reply.Done<Optional<JournalRecord>> it)) {
                return end(null);
              }
              return it.value().map(next).orElse(none == null ? end(null) : none);
            });
  }

  long digest() {
    long all = 0;
    for (int txn = 0; txn < wills.size(); txn++) {
      all = Digest.of(all, Digest.of(will(txn)) + (owes(txn) ? 1 : 0));
    }
    return all;
  }
}
