package org.datxa.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Reply.Why;
import org.datxa.internal.protocol.Verdict;
import org.datxa.simulation.Execution.Waiting;

/** Steps actors in a world: performs one effect at a time, loses answers, ends sessions. */
final class Engine {
  /** What becomes of one request. */
  enum Fate {
    /** It happens, and is answered. */
    ANSWERED,
    /** It happens, the standby has it, and the answer is lost. */
    ANSWER_LOST,
    /** It happens, a standby may not have it, and the answer is lost. */
    ANSWER_LOST_EARLY,
    /** It stays in the network, and the sender gives up. */
    LATE,
    /** It is gone, and the sender gives up. */
    NEVER,
    /** It certainly does not happen. */
    REFUSED,
    /** Its deduplication token is taken and nothing else happens; elsewhere it is late. */
    SWALLOWED
  }

  private static final Fate[] FAULTS = {
    Fate.ANSWER_LOST,
    Fate.ANSWER_LOST_EARLY,
    Fate.LATE,
    Fate.LATE,
    Fate.NEVER,
    Fate.REFUSED,
    Fate.SWALLOWED
  };

  private final World world;
  private final Sabotage sabotage;
  private final Network network;
  private final Manager manager;
  private final Operator operator;
  private final List<SharedLine> lines;
  private final List<Actor> actors = new ArrayList<>(8);
  private final List<Actor> coordinators = new ArrayList<>(3);
  private boolean remembers;
  private int started;

  Engine(World world) {
    this.world = world;
    this.network = new Network(world);
    this.sabotage = new Sabotage(world, network);
    this.manager = new Manager(this);
    this.operator = new Operator(this);
    this.lines = world.setup().grouped() ? lines(world.setup().chunks()) : List.of();
  }

  // The journal's, and one for each table of files.
  private List<SharedLine> lines(int tables) {
    List<SharedLine> all = new ArrayList<>(3);
    all.add(new SharedWrites(this));
    for (int table = 0; table < tables; table++) {
      all.add(new SharedCommits(this, table));
    }
    return all;
  }

  /** For searches: what programs are told is hashed. */
  void remembers() {
    remembers = true;
  }

  Actor commit(UUID datTxn) {
    Setup setup = world.setup();
    Optional<String> vote =
        setup.vote() ? Optional.of("xid-" + world.nameOf(datTxn)) : Optional.empty();
    Plan plan = new Plan(datTxn, setup.stores(), setup.rules(), vote);
    Actor actor =
        new Actor(
            "c",
            coordinators.size() + 1,
            datTxn,
            sabotage.coordinator(plan),
            verdict -> told(datTxn, (Verdict) verdict));
    coordinators.add(actor);
    actors.add(actor);
    actor.tellWhenEnded();
    return actor;
  }

  Actor start(String kind, Program<?> program, Consumer<Object> whenEnded) {
    Actor actor = new Actor(kind, ++started, null, program, whenEnded);
    world.note(actor, "starts");
    actors.add(actor);
    actor.tellWhenEnded();
    return actor;
  }

  Actor pass() {
    return start("r", world.setup().pass(), tally -> {});
  }

  Actor sweep() {
    return start("s", world.setup().sweep(), tally -> {});
  }

  List<Actor> actors() {
    return actors;
  }

  /** By number. */
  List<Actor> coordinators() {
    return coordinators;
  }

  boolean nobodyIsAlive() {
    for (int i = actors.size() - 1; i >= 0; i--) {
      if (actors.get(i).alive()) {
        return false;
      }
    }
    return true;
  }

  Network network() {
    return network;
  }

  Manager manager() {
    return manager;
  }

  Operator operator() {
    return operator;
  }

  World world() {
    return world;
  }

  /** One effect of one fiber happens. */
  void step(Actor actor, Waiting fiber, boolean faulty) {
    boolean outside = Where.of(fiber.effect()) != Where.PROCESS;
    step(
        actor,
        fiber,
        faulty && outside ? FAULTS[world.choices().below(FAULTS.length)] : Fate.ANSWERED);
  }

  void step(Actor actor, Waiting fiber, Fate fate) {
    SharedLine line = line(actor, fiber.effect());
    if (line != null) {
      line.step(actor, fiber, fate);
    } else {
      stepAlone(actor, fiber, fate);
    }
  }

  /** The line in which a thread of the shared process waits, or null. */
  private SharedLine line(Actor actor, Effect<?> effect) {
    if (lines.isEmpty() || !actor.coordinates()) {
      return null;
    }
    if (SharedWrites.takes(effect)) {
      return lines.get(0);
    }
    return SharedCommits.takes(effect) ? lines.get(1 + ((Effect.Apply) effect).chunk()) : null;
  }

  void stepAlone(Actor actor, Waiting fiber, Fate fate) {
    Effect<?> effect = sabotage.sent(actor, fiber.effect());
    Reply<?> instead = sabotage.instead(actor, effect);
    Reply<?> reply;
    if (instead != null) {
      world.note(actor, effect, "not asked");
      reply = instead;
    } else {
      reply = sabotage.heard(actor, effect, happens(actor, effect, fate));
    }
    actor.steps(world.tick());
    reply(actor, fiber, reply);
  }

  /** A thread hears what became of an effect that happened together with others. */
  void hears(Actor actor, Waiting fiber, Reply<?> reply) {
    Reply<?> heard = sabotage.heard(actor, fiber.effect(), reply);
    world.happened();
    world.note(actor, fiber.effect(), heard, "");
    actor.steps(world.tick());
    reply(actor, fiber, heard);
  }

  void reply(Actor actor, Waiting fiber, Reply<?> reply) {
    if (remembers) {
      actor.execution().remember(fiber, reply);
    }
    try {
      actor.execution().reply(fiber, reply);
    } catch (IllegalStateException | IllegalArgumentException | NullPointerException e) {
      world.violation(actor.name() + " throws " + e);
      actor.crash();
    }
    actor.tellWhenEnded();
  }

  private Reply<?> happens(Actor actor, Effect<?> effect, Fate fate) {
    return switch (fate) {
      case ANSWERED -> answered(actor, effect);
      case ANSWER_LOST -> answerLost(actor, effect, true);
      case ANSWER_LOST_EARLY -> answerLost(actor, effect, false);
      case LATE -> late(actor, effect);
      case NEVER -> {
        world.note(actor, effect, "never arrives");
        yield Answer.unknown();
      }
      case REFUSED -> refused(actor, effect);
      case SWALLOWED -> swallowed(actor, effect);
    };
  }

  private Reply<?> answered(Actor actor, Effect<?> effect) {
    Reply<?> reply = perform(actor, effect);
    if (world.setup().isOnStandby(effect, reply) && !isAsynchronous(effect)) {
      world.replicate();
    }
    world.note(actor, effect, reply, "");
    return reply;
  }

  private boolean isAsynchronous(Effect<?> effect) {
    return world.mutant(
        effect instanceof Effect.ReadMarker
            ? Mutant.ANSWERS_BY_A_READ
            : Mutant.DECIDES_ASYNCHRONOUSLY);
  }

  private Reply<?> perform(Actor actor, Effect<?> effect) {
    if (effect instanceof Effect.RollbackWork it && network.carries(actor.datTxn(), it.store())) {
      return Answer.done(); // the server has not noticed yet that the connection is closed
    }
    return world.perform(actor, effect);
  }

  private Reply<?> answerLost(Actor actor, Effect<?> effect, boolean replicated) {
    Reply<?> reply = perform(actor, effect);
    if (replicated && world.setup().onJournalServer(effect)) {
      world.replicate();
    }
    if (world.mutant(Mutant.MARKS_APART) && effect instanceof Effect.CommitPrepared it) {
      world.twoPhase(it.store()).loseMarker(World.number(it.gid().datTxn()));
    }
    world.note(actor, effect, reply, replicated ? ", answer lost" : ", answer lost*");
    return Answer.unknown();
  }

  private Reply<?> late(Actor actor, Effect<?> effect) {
    network.send(effect, actor.datTxn());
    world.note(actor, effect, "in the network");
    return Answer.unknown();
  }

  private Reply<?> refused(Actor actor, Effect<?> effect) {
    world.note(actor, effect, "refused before");
    boolean ends =
        effect instanceof Effect.Prepare
            || effect instanceof Effect.CommitLocally
            || effect instanceof Effect.CommitDeciding;
    if (ends) {
      String store = ((Effect.OnBranch<?>) effect).store();
      world.stores().get(store).sessionEnds(World.number(actor.datTxn()));
    }
    return Answer.refused(Why.PLAIN, "refused");
  }

  // An insert that is acknowledged or refused, and whose token is taken although no row is there.
  private Reply<?> swallowed(Actor actor, Effect<?> effect) {
    if (effect instanceof Effect.Apply apply && apply.store().equals("house")) {
      world.house().swallows(apply);
      world.note(actor, effect, "swallowed");
      return world.choices().either() ? Answer.done() : Answer.refused(Why.PLAIN, "failed");
    }
    return late(actor, effect);
  }

  private void told(UUID datTxn, Verdict found) {
    Actor actor = coordinators.get(World.number(datTxn));
    Verdict verdict = sabotage.seen(datTxn, found);
    if (world.recording()) {
      world.note(actor, "is told " + Text.of(verdict));
    }
    actor.verdict(verdict, verdict instanceof Verdict.Committed it ? it.afterwards() : null);
    if (world.setup().vote()) {
      manager.told(datTxn, verdict);
    }
  }

  /** A process crashes; coordinators that share their writes are of one process. */
  void crash(Actor actor) {
    if (!world.setup().grouped() || !actor.coordinates()) {
      crashAlone(actor);
      return;
    }
    for (Actor it : coordinators) {
      if (it.alive()) {
        crashAlone(it);
      }
    }
    lines.forEach(SharedLine::clear);
  }

  private void crashAlone(Actor actor) {
    world.note(actor, "crashes");
    for (Waiting fiber : actor.execution().waiting()) {
      SharedLine line = line(actor, fiber.effect());
      boolean sent = line == null || !line.isQueued(actor, fiber);
      if (sent && world.choices().either()) {
        network.send(fiber.effect(), actor.datTxn());
      }
    }
    actor.crash();
  }

  /** A session of somebody who is gone, or any other one, ends. */
  void endSession(int txn, String store) {
    boolean open = world.stores().get(store) instanceof TwoPhaseModel model && model.open(txn);
    if (open && !network.carries(world.datTxn(txn), store)) {
      if (world.recording()) {
        world.note("server", "ends the session of " + World.name(txn) + " in " + store);
      }
      world.stores().get(store).sessionEnds(txn);
    }
  }

  long digest() {
    long all = Digest.of(world.digest(), Digest.of(network.digest(), world.excuses().digest()));
    for (Actor it : actors) {
      long state = it.alive() ? it.execution().history() : it.crashed() ? 1 : 2;
      all = Digest.of(all, state);
    }
    return Digest.of(all, manager.digest());
  }
}
