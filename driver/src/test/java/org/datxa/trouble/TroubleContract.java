package org.datxa.trouble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.datxa.Outcome;
import org.datxa.lab.Lab;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;
import org.datxa.trouble.Bed.Told;
import org.datxa.trouble.Step.End;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every trouble at every step that has a message to one server. One deployment for all of them. A
 * build tries about a third of the cells, some at each step, by a seed that it prints; {@code
 * -Ddatxa.trouble=all} tries all.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TroubleContract {
  private static final boolean ALL = "all".equals(System.getProperty("datxa.trouble"));
  private static final int SEED =
      Integer.getInteger("datxa.trouble.seed", ThreadLocalRandom.current().nextInt(1_000));
  private static final int ONE_IN = 3;

  private Victim victim;
  private LabProxy toPostgres;
  private Bed bed;

  /** The server that gets into trouble. */
  abstract Victim victim();

  /** Puts the victim into a deployment, which has no store and no journal yet. */
  abstract void configure(TestDeployment lab, Victim at);

  /** The messages at which it gets into trouble. */
  abstract List<Step> steps();

  @BeforeAll
  void start() {
    victim = victim();
    TestDeployment lab = new TestDeployment();
    configure(lab, victim);
    if (lab.value("stores.pg.url") == null) {
      lab.postgres("pg");
    }
    if (lab.value("stores.graph.url") == null) {
      lab.drevo("graph");
    }
    if (lab.value("stores.ch.url") == null) {
      lab.clickHouse("ch");
    }
    if (lab.value("stores.lake.kind") == null) {
      lab.iceberg("lake");
    }
    if (lab.value("journal") == null) {
      lab.journal();
    }
    toPostgres = pendingMaker(lab);
    bed = new Bed(Bed.impatient(lab));
  }

  /** A proxy that makes transactions pending, by losing what finishes them in PostgreSQL. */
  private LabProxy pendingMaker(TestDeployment lab) {
    String url = lab.value("stores.pg.url");
    if (url.contains(":" + victim.proxy().port() + "/")) {
      return victim.proxy();
    }
    LabProxy proxy = Lab.shared().newPostgresProxy();
    lab.postgresAt("pg", proxy.through(url));
    return proxy;
  }

  @AfterAll
  void end() {
    if (bed != null) {
      bed.close();
    }
    if (toPostgres != null) {
      toPostgres.close();
    }
    if (victim != null) {
      victim.close();
    }
  }

  @AfterEach
  void calm() {
    victim.recover();
    toPostgres.heal();
  }

  Stream<Arguments> cells() {
    List<Step> steps = steps();
    List<Arguments> cells = new ArrayList<>();
    cells.add(Arguments.of(steps.get(0), Trouble.SLOW));
    int all = 1;
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      chosen(List.copyOf(step.troubles()), SEED + i)
          .forEach(trouble -> cells.add(Arguments.of(step, trouble)));
      all += step.troubles().size();
    }
    System.out.printf(
        Locale.ROOT,
        "trouble: %s cells=%d of=%d -Ddatxa.trouble.seed=%d%n",
        getClass().getSimpleName(),
        cells.size(),
        all,
        SEED);
    return cells.stream();
  }

  private static List<Trouble> chosen(List<Trouble> troubles, int seed) {
    if (ALL) {
      return troubles;
    }
    int first = seed % Math.min(ONE_IN, troubles.size());
    return IntStream.range(0, troubles.size())
        .filter(at -> at % ONE_IN == first)
        .mapToObj(troubles::get)
        .toList();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cells")
  void afterTheTrouble_allIsDoneOnceOrNotAtAll(Step step, Trouble trouble) {
    Told told =
        switch (step.during()) {
          case TRANSACTION -> inATransaction(step, trouble);
          case RECOVERY -> inRecovery(step, trouble);
          case OUTCOME -> inOutcome(step, trouble);
        };
    victim.recover();
    toPostgres.heal();
    bed.requireEnded(told);
    bed.requireNext();
  }

  private Told inATransaction(Step step, Trouble trouble) {
    int fault = trouble.arm(victim, step);
    Told told = bed.attempt();
    assertThat(told.end()).as("%s", told).isIn(step.ends());
    if (trouble == Trouble.SLOW) {
      assertThat(told.end()).as("%s", told).isEqualTo(End.COMMITTED);
    }
    bed.requireNoGuess(told, bed.outcome(told));
    assertThat(victim.proxy().faultHits(fault)).as("the message came").isPositive();
    return told;
  }

  private Told inRecovery(Step step, Trouble trouble) {
    Told told = pending();
    int fault = trouble.arm(victim, step);
    await() // a claim may have to become quiet first
        .atMost(Bed.LIMIT)
        .until(
            () -> {
              bed.bounded("recover()", bed.datxa()::recover);
              return victim.proxy().faultHits(fault) > 0;
            });
    bed.requireNoGuess(told, bed.outcome(told));
    return told;
  }

  private Told inOutcome(Step step, Trouble trouble) {
    Told told = pending();
    int fault = trouble.arm(victim, step);
    Outcome outcome = bed.outcome(told);
    bed.requireNoGuess(told, outcome);
    assertThat(victim.proxy().faultHits(fault)).as("the message came").isPositive();
    return told;
  }

  /** A transaction that is decided, and finished everywhere but where {@link #unfinish} says. */
  private Told pending() {
    LabProxy at = unfinishedAt(toPostgres);
    at.fault(LabFault.before(unfinish()).drop().always());
    Told told = bed.attempt();
    assertThat(told.end()).as("%s", told).isEqualTo(End.PENDING);
    at.clearFaults();
    return told;
  }

  /** Where what finishes a transaction is lost, to have something to recover. */
  LabProxy unfinishedAt(LabProxy postgres) {
    return postgres;
  }

  /** What is lost there. */
  String unfinish() {
    return "COMMIT PREPARED";
  }

  /** Statements of a driver that would be sent by name after some executions stay visible. */
  static String asText(String url) {
    return url + (url.contains("?") ? "&" : "?") + "prepareThreshold=0";
  }
}
