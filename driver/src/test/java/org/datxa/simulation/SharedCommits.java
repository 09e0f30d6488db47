package org.datxa.simulation;

import java.util.List;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.simulation.Engine.Fate;
import org.datxa.spi.together.Batch;

/**
 * The coalesced finish of one table of files: one commit for all that queued, with the batches of
 * the real line. The leader looks which of them the table names already, and commits the rest
 * unless the table has changed meanwhile.
 */
final class SharedCommits extends SharedLine {
  private final int table;
  private Batch<Entry, Reply<?>> open;
  private List<Entry> missing;
  private long seen;

  SharedCommits(Engine engine, int table) {
    super(engine);
    this.table = table;
  }

  static boolean takes(Effect<?> effect) {
    return effect instanceof Effect.Apply it && it.store().equals("ice");
  }

  private World world() {
    return engine().world();
  }

  private AtomicModel files() {
    return (AtomicModel) world().stores().get("ice");
  }

  private static int txn(Entry entry) {
    return World.number(entry.actor().datTxn());
  }

  @Override
  boolean lead(List<Entry> taken, Fate fate) {
    if (open == null) {
      open = new Batch<>(taken, entry -> table);
    }
    List<Entry> group = open.next();
    if (missing == null) {
      looks(group, fate);
    } else if (seen != files().commits(table) && !world().mutant(Mutant.LOOKS_ONCE)) {
      note(group, "lost to another commit");
      missing = null;
    } else {
      commits(fate);
    }
    return isOver(taken);
  }

  private void looks(List<Entry> group, Fate fate) {
    if (fate != Fate.ANSWERED) {
      answered(Answer.refused(Why.PLAIN, "the table cannot be read"));
      return;
    }
    missing = group.stream().filter(entry -> files().misses(txn(entry), table)).toList();
    seen = files().commits(table);
    note(missing, "missing");
    if (missing.isEmpty()) {
      answered(Answer.done());
    }
  }

  private void commits(Fate fate) {
    Reply<?> reply = happens(missing, fate);
    if (world().recording()) {
      note(missing, Text.of(reply) + (fate == Fate.ANSWERED ? "" : " (" + fate + ")"));
    }
    boolean whole = world().mutant(Mutant.SHARES_A_FAULT);
    if (reply.refusedFor(Why.CONFLICT) && !whole && open.apart()) {
      missing = null; // it may be the fault of one of them
    } else {
      answered(reply);
    }
  }

  private void answered(Reply<?> reply) {
    missing = null;
    open.answered(reply);
  }

  private Reply<?> happens(List<Entry> those, Fate fate) {
    List<Integer> txns = those.stream().map(SharedCommits::txn).toList();
    return switch (fate) {
      case ANSWERED -> files().commit(txns, table);
      case ANSWER_LOST, ANSWER_LOST_EARLY -> {
        Reply<?> unused = files().commit(txns, table);
        yield Answer.unknown();
      }
      case LATE, SWALLOWED -> {
        those.forEach(it -> engine().network().send(it.fiber().effect(), it.actor().datTxn()));
        yield Answer.unknown();
      }
      case NEVER -> Answer.unknown();
      case REFUSED -> Answer.refused(Why.PLAIN, "refused");
    };
  }

  private boolean isOver(List<Entry> taken) {
    if (!open.next().isEmpty()) {
      return false;
    }
    Batch<Entry, Reply<?>> over = open;
    open = null;
    Entry last = taken.get(taken.size() - 1);
    for (Entry it : taken) {
      Entry whose = world().mutant(Mutant.LAST_ANSWER_FOR_ALL) ? last : it;
      engine().hears(it.actor(), it.fiber(), over.answer(whose).orElseThrow());
    }
    return true;
  }

  private void note(List<Entry> those, String what) {
    if (world().recording()) {
      world().note("line", those.stream().map(it -> World.name(txn(it))).toList() + " " + what);
    }
  }

  @Override
  void clear() {
    super.clear();
    open = null;
    missing = null;
  }
}
