package org.datxa.simulation;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.datxa.internal.protocol.CommitProtocol;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.internal.protocol.Verdict;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.Progress;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.spi.Claim;
import org.datxa.spi.Evidence;
import org.datxa.spi.Resolution;

/** What deliberately broken programs ask for, are told, and tell. */
final class Sabotage {
  private final World world;
  private final Network network;
  private final Mutant mutant;
  private final Map<Actor, Cells<JournalRecord>> readFirst = new HashMap<>();
  private final Set<Actor> appliers = new HashSet<>();

  Sabotage(World world, Network network) {
    this.world = world;
    this.network = network;
    this.mutant = world.mutant();
  }

  Program<Verdict> coordinator(Plan plan) {
    return switch (mutant) {
      case DECIDES_FIRST -> BrokenCommit.decidingFirst(plan);
      case FINISHES_FIRST -> BrokenCommit.finishingFirst(plan);
      case UNDOES_DOUBT -> BrokenCommit.undoingDoubt(plan);
      default -> new CommitProtocol(plan).commit();
    };
  }

  /** What is asked for in place of an effect. */
  Effect<?> sent(Actor actor, Effect<?> effect) {
    return switch (mutant) {
      case DECIDES_WITHOUT_CLAIM ->
          effect instanceof Effect.Insert it && actor.coordinates()
              ? new Effect.Insert(changed(it.record(), it.record().xid(), Progress.NONE))
              : effect;
      case ONE_PHASE_XID ->
          effect instanceof Effect.Insert it && it.record().state() == State.ACTIVE
              ? new Effect.Insert(changed(it.record(), Optional.of("xid"), it.record().progress()))
              : effect;
      case DONE_EARLY -> effect instanceof Effect.Advance it ? doneEarly(it) : effect;
      default -> effect;
    };
  }

  private static JournalRecord changed(
      JournalRecord record, Optional<String> xid, Progress progress) {
    return new JournalRecord(
        record.datTxn(),
        record.state(),
        record.datTxTime(),
        record.branches(),
        record.createdMillis(),
        record.updatedMillis(),
        xid,
        progress);
  }

  private static Effect<?> doneEarly(Effect.Advance it) {
    RecordHead next = it.next();
    boolean notes =
        next.state() == State.COMMITTED
            && next.progress().applied().size() > it.read().progress().applied().size();
    return notes
        ? new Effect.Advance(
            it.read(), new RecordHead(next.datTxn(), State.DONE, 0, 0, next.xid(), next.progress()))
        : it;
  }

  /** The reply to an effect that is not asked for at all, or null. */
  Reply<?> instead(Actor actor, Effect<?> effect) {
    return switch (mutant) {
      case NO_ACKNOWLEDGEMENT -> isTouch(effect) ? Answer.done() : null;
      case READS_CARRIED -> actor.coordinates() ? unwritten(effect) : null;
      case NO_TOMBSTONE, SWEEPS_WITHOUT_TOMBSTONE -> actor.coordinates() ? null : unwritten(effect);
      case CLEANS_BLINDLY ->
          effect instanceof Effect.Registered ? Answer.done(Set.<String>of()) : null;
      case SWEEPS_FOREIGN_STORES -> foreign(actor, effect);
      case IGNORES_DONE -> ignored(actor, effect);
      case READS_JOURNAL_FIRST -> readFirst(actor, effect);
      case SKIPS_THE_CLAIM -> !actor.coordinates() && takesClaim(effect) ? Answer.done() : null;
      case LISTS_IN_PART ->
          actor.name().startsWith("x") && world.choices().either() ? Answer.done(List.of()) : null;
      case NEVER_VERIFIES ->
          effect instanceof Effect.Probe && actor.coordinates() ? everything() : null;
      case TRUSTS_TOKENS -> trusted(actor, effect);
      default -> null;
    };
  }

  private static boolean isTouch(Effect<?> effect) {
    return effect instanceof Effect.Advance it
        && it.read().state() == it.next().state()
        && it.read().progress().next().equals(it.next().progress());
  }

  private static boolean takesClaim(Effect<?> effect) {
    return effect instanceof Effect.Advance it
        && !it.read().progress().claims().equals(it.next().progress().claims());
  }

  private Reply<?> unwritten(Effect<?> effect) {
    if (!(effect instanceof Effect.Insert it) || it.record().datTxTime() != 0) {
      return null;
    }
    return world.journal().row(it.record().datTxn()).isPresent()
        ? Answer.refused(Why.CONFLICT, "there is one")
        : Answer.done();
  }

  // Every second pass of recovery belongs to a deployment with another journal.
  private static Reply<?> foreign(Actor actor, Effect<?> effect) {
    if (!actor.name().startsWith("r") || actor.name().charAt(1) % 2 == 0) {
      return null;
    }
    if (effect instanceof Effect.Find) {
      return Answer.done(Optional.empty());
    }
    if (effect instanceof Effect.Scan) {
      return Answer.done(List.of());
    }
    return effect instanceof Effect.Insert ? Answer.done() : null;
  }

  private Reply<?> ignored(Actor actor, Effect<?> effect) {
    boolean done =
        effect instanceof Effect.CommitPrepared it
            && !actor.coordinates()
            && world.journal().row(it.gid().datTxn()).stream()
                .anyMatch(r -> r.state() == State.DONE);
    return done ? Answer.done(Resolution.DONE) : null;
  }

  private Reply<?> readFirst(Actor actor, Effect<?> effect) {
    if (actor.coordinates()) {
      return null;
    }
    Cells<JournalRecord> seen = readFirst.computeIfAbsent(actor, a -> world.journal().rows());
    if (effect instanceof Effect.Find it) {
      return Answer.done(Optional.ofNullable(seen.at(World.number(it.datTxn()))));
    }
    return effect instanceof Effect.Insert ? Answer.done() : null;
  }

  private Reply<?> trusted(Actor actor, Effect<?> effect) {
    if (effect instanceof Effect.Apply it && it.store().equals("house")) {
      appliers.add(actor);
    }
    return effect instanceof Effect.Probe it
            && it.store().equals("house")
            && appliers.contains(actor)
        ? everything()
        : null;
  }

  private Reply<?> everything() {
    BitSet all = new BitSet();
    all.set(0, world.setup().chunks());
    return Answer.done(Evidence.of(false, world.setup().chunks(), all));
  }

  /** What is heard in place of a reply. */
  Reply<?> heard(Actor actor, Effect<?> effect, Reply<?> reply) {
    return switch (mutant) {
      case BUSY_IS_HEURISTIC ->
          effect instanceof Effect.CommitPrepared && reply instanceof Reply.Refused<?>
              ? Answer.done(Resolution.HEURISTIC_ROLLBACK)
              : reply;
      case IGNORES_UNKNOWN_PREPARE ->
          effect instanceof Effect.Prepare && reply.isUnknown() ? Answer.done() : reply;
      case PRESUMES_VOTES -> actor.name().startsWith("r") ? withoutXid(reply) : reply;
      case REPEATS_ITS_INSERT -> repeated(effect, reply);
      case DELETES_FIRST -> deleted(actor, effect, reply);
      case DISCARDS_UNKNOWN -> discarded(effect, reply);
      default -> reply;
    };
  }

  private static Reply<?> withoutXid(Reply<?> reply) {
    if (reply instanceof Reply.Done<?> it
        && it.value() instanceof Optional<?> found
        && found.isPresent()
        && found.get() instanceof JournalRecord record) {
      return Answer.done(Optional.of(changed(record, Optional.empty(), record.progress())));
    }
    if (reply instanceof Reply.Done<?> it && it.value() instanceof List<?> list) {
      return Answer.done(list.stream().map(Sabotage::withoutXid).toList());
    }
    return reply;
  }

  private static Object withoutXid(Object listed) {
    return listed instanceof RecordHead it
        ? new RecordHead(
            it.datTxn(),
            it.state(),
            it.datTxTime(),
            it.updatedMillis(),
            Optional.empty(),
            it.progress())
        : listed;
  }

  private Reply<?> repeated(Effect<?> effect, Reply<?> reply) {
    if (!(effect instanceof Effect.Apply it) || !reply.isUnknown() || it.claim().number() > 9) {
      return reply;
    }
    Claim again =
        new Claim(
            it.claim().owner(),
            it.claim().number() + 10,
            it.claim().deadlineMillis(),
            it.claim().quietMillis());
    return world.perform(new Effect.Apply(it.branch(), it.chunk(), again), null);
  }

  private Reply<?> deleted(Actor actor, Effect<?> effect, Reply<?> reply) {
    if (effect instanceof Effect.Probe it
        && it.store().equals("house")
        && !actor.coordinates()
        && reply instanceof Reply.Done<?> done
        && !((Evidence) done.value()).complete()) {
      network.sendDelete(it.branch().gid().datTxn());
    }
    return reply;
  }

  private Reply<?> discarded(Effect<?> effect, Reply<?> reply) {
    if (effect instanceof Effect.Apply it && reply.isUnknown() && it.store().equals("ice")) {
      world.perform(new Effect.Discard(it.branch().gid(), it.branch().payload()), null);
    }
    return reply;
  }

  /** What the caller is told, which a broken coordinator gets wrong. */
  Verdict seen(UUID datTxn, Verdict verdict) {
    if (mutant == Mutant.NONE || !(verdict instanceof Verdict.Doubtful doubtful)) {
      return verdict;
    }
    boolean missing = world.journal().row(datTxn).isEmpty();
    boolean wrong =
        switch (mutant) {
          case SETTLES_BY_READ -> !missing && !world.journal().committed(World.number(datTxn));
          case MISSING_IS_ABORTED -> missing;
          case VOTES_NO_UNCONFIRMED -> world.setup().vote();
          default -> false;
        };
    return wrong ? new Verdict.RolledBack(doubtful.failure()) : verdict;
  }
}
