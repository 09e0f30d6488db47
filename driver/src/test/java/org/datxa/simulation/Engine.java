package org.datxa.simulation;

import static org.datxa.internal.protocol.Program.ask;
import static org.datxa.internal.protocol.Program.end;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.datxa.internal.protocol.CommitProtocol;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.RecoveryPass;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.internal.protocol.Verdict;
import org.datxa.internal.protocol.Voting;
import org.datxa.journal.JournalRecord;
import org.datxa.simulation.Execution.Waiting;

/** Steps actors in a world: performs one effect at a time, loses answers, ends sessions. */
final class Engine {
  /** What an outside manager has in its log. */
  enum Will {
    COMMIT,
    ROLLBACK,
    /** It was told that we rolled back, and never asks again. */
    FORGOTTEN
  }

  private final World world;
  private final Random random;
  private final Network network;
  private final List<Actor> actors = new ArrayList<>();
  private final Map<UUID, Actor> coordinators = new LinkedHashMap<>();
  private final Map<UUID, Will> wills = new LinkedHashMap<>();
  private int started;

  Engine(World world) {
    this.world = world;
    this.random = world.random();
    this.network = new Network(world);
  }

  Actor commit(UUID datTxn) {
    Setup setup = world.setup();
    Plan plan =
        new Plan(
            datTxn,
            setup.stores(),
            setup.rules(),
            setup.vote() ? Optional.of("xid-" + world.nameOf(datTxn)) : Optional.empty());
    Program<Verdict> program =
        world.mutant(Mutant.DECIDES_FIRST)
            ? BrokenCommit.decidingFirst(plan)
            : new CommitProtocol(plan).commit();
    Actor actor = new Actor("c" + (coordinators.size() + 1), datTxn, program);
    coordinators.put(datTxn, actor);
    actors.add(actor);
    verdict(actor);
    return actor;
  }

  Actor start(String kind, Program<?> program) {
    Actor actor = new Actor(kind + ++started, null, program);
    world.note(actor.name(), "starts");
    actors.add(actor);
    return actor;
  }

  Actor pass() {
    return start("r", new RecoveryPass(world.setup().deployment()).run());
  }

  Actor sweep() {
    return start("s", new RecoveryPass(world.setup().deployment()).sweepStaged());
  }

  List<Actor> actors() {
    return actors;
  }

  Map<UUID, Actor> coordinators() {
    return coordinators;
  }

  Map<UUID, Will> wills() {
    return wills;
  }

  Network network() {
    return network;
  }

  World world() {
    return world;
  }

  /** One effect of one fiber happens. */
  void step(Actor actor, Waiting fiber, boolean faulty) {
    Effect<?> effect = fiber.effect();
    Reply<?> reply =
        faulty && !(effect instanceof Effect.OnProcess<?>)
            ? fault(actor, effect)
            : plain(actor, effect);
    reply(actor, fiber, reply);
  }

  void reply(Actor actor, Waiting fiber, Reply<?> reply) {
    try {
      actor.execution().reply(fiber, reply);
    } catch (IllegalStateException | IllegalArgumentException | NullPointerException e) {
      world.violation(actor.name() + " throws " + e);
      actor.crash();
    }
    verdict(actor);
  }

  Reply<?> plain(Actor actor, Effect<?> effect) {
    Reply<?> reply = perform(actor, effect);
    if (reply.isDone() && world.onJournalServer(effect)) {
      world.replicate();
    }
    world.note(actor, effect, Text.of(reply));
    return reply;
  }

  private Reply<?> perform(Actor actor, Effect<?> effect) {
    if (effect instanceof Effect.RollbackWork it && network.carries(actor.datTxn(), it.store())) {
      return Answer.done(); // the server has not noticed yet that the connection is closed
    }
    return world.perform(actor, effect);
  }

  private Reply<?> fault(Actor actor, Effect<?> effect) {
    return switch (random.nextInt(5)) {
      case 0 -> lostAfter(actor, effect);
      case 1 -> lostBefore(actor, effect);
      case 2 -> never(actor, effect);
      case 3 -> refusedBefore(actor, effect);
      default -> swallowed(actor, effect);
    };
  }

  Reply<?> lostAfter(Actor actor, Effect<?> effect) {
    Reply<?> reply = perform(actor, effect);
    boolean replicated = world.onJournalServer(effect) && random.nextBoolean();
    if (replicated) {
      world.replicate();
    }
    world.note(actor, effect, Text.of(reply) + ", answer lost" + (replicated ? "" : "*"));
    return unknown(effect);
  }

  Reply<?> lostBefore(Actor actor, Effect<?> effect) {
    network.send(effect, actor.datTxn());
    world.note(actor, effect, "in the network");
    return unknown(effect);
  }

  private Reply<?> never(Actor actor, Effect<?> effect) {
    world.note(actor, effect, "never arrives");
    return unknown(effect);
  }

  Reply<?> refusedBefore(Actor actor, Effect<?> effect) {
    world.note(actor, effect, "refused before");
    boolean ends =
        effect instanceof Effect.Prepare
            || effect instanceof Effect.CommitLocally
            || effect instanceof Effect.CommitDeciding;
    if (ends) {
      world.stores().get(((Effect.OnBranch<?>) effect).store()).sessionEnds(actor.datTxn());
    }
    return Answer.refused(Why.PLAIN, "refused");
  }

  // An insert that is acknowledged or refused, and whose token is taken although no row is there.
  private Reply<?> swallowed(Actor actor, Effect<?> effect) {
    if (effect instanceof Effect.Apply apply && apply.store().equals("house")) {
      world.house().swallows(apply);
      world.note(actor, effect, "swallowed");
      return random.nextBoolean() ? Answer.done() : Answer.refused(Why.PLAIN, "failed");
    }
    return lostBefore(actor, effect);
  }

  private Reply<?> unknown(Effect<?> effect) {
    if (world.mutant(Mutant.DISCARDS_UNKNOWN)
        && effect instanceof Effect.Apply it
        && it.store().equals("ice")) {
      world.perform(
          new Effect.Discard(it.branch().gid(), it.branch().payload()), it.branch().gid().datTxn());
    }
    return Answer.unknown();
  }

  private void verdict(Actor actor) {
    if (!actor.coordinates()
        || !actor.execution().ended()
        || actor.crashed()
        || actor.verdict() != null) {
      return;
    }
    Verdict verdict = seen(actor.datTxn(), (Verdict) actor.execution().result());
    String failure =
        verdict instanceof Verdict.RolledBack it
            ? ": " + it.failure().what()
            : verdict instanceof Verdict.Doubtful it ? ": " + it.failure().what() : "";
    world.note(actor.name(), "is told " + verdict.getClass().getSimpleName() + failure);
    actor.told(verdict);
    if (world.setup().vote()) {
      decide(actor.datTxn(), verdict);
    }
  }

  // What the caller is told, which a broken coordinator gets wrong.
  private Verdict seen(UUID datTxn, Verdict verdict) {
    if (!(verdict instanceof Verdict.Doubtful doubtful)) {
      return verdict;
    }
    boolean missing = world.journal().row(datTxn).isEmpty();
    boolean wrong =
        switch (world.mutant()) {
          case SETTLES_BY_READ -> !missing && !world.journal().committed(datTxn);
          case MISSING_IS_ABORTED -> missing;
          case VOTES_NO_UNCONFIRMED -> world.setup().vote();
          default -> false;
        };
    return wrong ? new Verdict.RolledBack(doubtful.failure()) : verdict;
  }

  private void decide(UUID datTxn, Verdict verdict) {
    boolean yes = verdict instanceof Verdict.Voted;
    boolean no = verdict instanceof Verdict.RolledBack || verdict instanceof Verdict.OnlyRead;
    Will will = yes && random.nextBoolean() ? Will.COMMIT : no ? Will.FORGOTTEN : Will.ROLLBACK;
    if (wills.putIfAbsent(datTxn, will) == null && will != Will.FORGOTTEN) {
      world.note("manager", "decides " + will + " " + world.nameOf(datTxn));
      manage(datTxn);
    } else if (will == Will.FORGOTTEN) {
      wills.put(datTxn, will);
    }
  }

  /** The manager asks for what it decided. */
  void manage(UUID datTxn) {
    Will will = wills.computeIfAbsent(datTxn, id -> Will.ROLLBACK);
    Voting voting = new Voting(world.setup().deployment());
    if (will == Will.COMMIT) {
      start("m", found(datTxn, record -> voting.commit(record), null));
    } else if (will == Will.ROLLBACK) {
      start(
          "m",
          found(
              datTxn,
              record -> voting.rollback(record),
              voting.rollbackDoubtful(datTxn, List.of())));
    }
  }

  /** The manager shows that it knows the outcome. */
  void endListing(UUID datTxn) {
    start("m", found(datTxn, record -> Voting.endListing(record).map(s -> null), null));
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

  void crash(Actor actor) {
    world.note(actor.name(), "crashes");
    for (Waiting fiber : actor.execution().waiting()) {
      if (random.nextBoolean()) {
        network.send(fiber.effect(), actor.datTxn());
      }
    }
    actor.crash();
  }

  /** A session of somebody who is gone, or any other one, ends. */
  void endSession(UUID datTxn, String store) {
    boolean open = world.stores().get(store) instanceof TwoPhaseModel model && model.open(datTxn);
    if (open && !network.carries(datTxn, store)) {
      world.note("server", "ends the session of " + world.nameOf(datTxn) + " in " + store);
      world.stores().get(store).sessionEnds(datTxn);
    }
  }
}
