package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.bolt.Tags;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lab's drevo server in a process of its own: faults, the log, signals. */
class LabDrevoTest {

  private static final Lab LAB = Lab.create();

  private final LabDrevo server = LAB.drevo();
  private String db;

  @BeforeEach
  void createDatabase() {
    Assumptions.assumeTrue(server.hasFaultSwitch(), "needs the lab's own server");
    db = server.newDatabase("lab");
  }

  @AfterEach
  void clear() {
    server.clearFaults();
  }

  @AfterAll
  static void end() {
    LAB.close();
  }

  private void create() {
    server.query(db, "CREATE (:A)", Map.of());
  }

  private long count() {
    return (Long) server.query(db, "MATCH (n) RETURN count(n) AS c", Map.of()).get(0).get("c");
  }

  @Test
  void whenReplyIsDropped_effectHappened() {
    int fault = server.fault(LabFault.after("^run db=" + db + ".*create").drop());

    assertThatThrownBy(this::create).isInstanceOf(LabException.class);

    assertThat(count()).isEqualTo(1);
    assertThat(server.faultHits(fault)).isEqualTo(1);
  }

  @Test
  void whenRequestIsDropped_nothingHappened() {
    server.fault(LabFault.before("^RUN db=" + db + ".*CREATE").drop());

    assertThatThrownBy(this::create).isInstanceOf(LabException.class);

    assertThat(count()).isZero();
    create();
    assertThat(count()).as("it happens once").isEqualTo(1);
  }

  @Test
  void whenErrorIsArmed_itIsAnsweredAsOftenAsToldAfterThoseSkipped() {
    String code = "Neo.TransientError.Transaction.Outdated";
    server.fault(LabFault.after("^RUN db=" + db + ".*CREATE").error(code).skip(1).times(2));

    create();
    for (int i = 0; i < 2; i++) {
      assertThat(((DrevoFailure) catchThrowable(this::create)).code()).isEqualTo(code);
    }
    create();

    assertThat(count()).isEqualTo(4);
  }

  @Test
  void whenItHangs_clearingTheFaultsDropsTheConnection() throws InterruptedException {
    int fault = server.fault(LabFault.before("^RUN db=" + db + ".*CREATE").hang());
    Thread client =
        new Thread(() -> assertThatThrownBy(this::create).isInstanceOf(LabException.class));
    client.start();
    Awaitility.await().until(() -> server.faultHits(fault) == 1);
    assertThat(client.isAlive()).isTrue();

    server.clearFaults();

    client.join(Duration.ofSeconds(30).toMillis());
    assertThat(client.isAlive()).isFalse();
    assertThat(count()).isZero();
  }

  @Test
  void whenDelayIsArmed_answerComesLater() {
    server.fault(LabFault.before("^RUN db=" + db).delay(Duration.ofMillis(300)));
    long start = System.nanoTime();

    create();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(290));
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void whenMessagesAreSent_logHasThemWithTheirOutcome() {
    server.clearLog();
    create();
    assertThatThrownBy(() -> server.query(db, "NONSENSE $x", Map.of("x", "y")))
        .isInstanceOf(DrevoFailure.class);

    List<LabMessage> runs =
        server.log().stream().filter(message -> message.text().startsWith("RUN")).toList();

    assertThat(runs)
        .extracting(LabMessage::outcome)
        .containsExactly("ok", "Neo.ClientError.Statement.SyntaxError");
    assertThat(runs)
        .extracting(LabMessage::text)
        .containsExactly(
            "RUN db=" + db + " tx=0 CREATE (:A) {}",
            "RUN db=" + db + " tx=0 NONSENSE $x {x: \"y\"}");
  }

  @Test
  void whenKilledAndRestarted_addressAndDataStay() {
    create();
    String address = server.boltUri();
    server.kill();
    assertThatThrownBy(this::count).isInstanceOf(LabException.class);

    server.restart();

    assertThat(server.boltUri()).isEqualTo(address);
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void whenPaused_itAnswersAfterResume() throws InterruptedException {
    server.pause();
    Thread client = new Thread(this::create);
    client.start();
    Awaitility.await()
        .during(Duration.ofMillis(300))
        .atMost(Duration.ofSeconds(5))
        .until(client::isAlive);
    server.resume();
    client.join(Duration.ofSeconds(30).toMillis());
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void whenNameIsBadOrTaken_databaseIsNotCreated() {
    assertThatThrownBy(() -> server.createDatabase(db)).isInstanceOf(LabException.class);
    assertThatThrownBy(() -> server.createDatabase("../x")).isInstanceOf(LabException.class);
  }

  @Test
  void whenProxyDropsTheAnswer_effectHappened() throws IOException {
    try (LabProxy proxy = LAB.newDrevoProxy();
        BoltClient client = BoltClient.connect(proxy.host(), proxy.port()).login("", "")) {
      proxy.fault(LabFault.after("CREATE \\(:A\\)").drop());
      assertThatThrownBy(() -> client.run(db, "CREATE (:A)", Map.of()))
          .isInstanceOf(IOException.class);
    }
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void whenUserIsDemanded_itIsKeptAcrossRestartAndNeverTold() {
    try (LabDrevo closed =
        LabDrevo.builder().authentication("me", "hush").embedded(Clock.systemUTC()).start()) {
      closed.restart();
      assertThat(closed.query("drevo", "RETURN 1 AS x", Map.of())).hasSize(1);
      assertThat(closed.log().toString()).doesNotContain("hush");
    }
  }

  @Test
  void whenServerInThisJvmEndsAtCommit_effectDependsOnTheMoment() throws IOException {
    try (LabDrevo embedded = LabDrevo.builder().embedded(Clock.systemUTC()).start()) {
      for (LabFault fault :
          List.of(LabFault.before("LOG db=drevo commit"), LabFault.after("LOG db=drevo commit"))) {
        embedded.fault(fault.kill());
        try (BoltClient client =
            BoltClient.connect(embedded.host(), embedded.port()).login("", "")) {
          client.ask(Tags.BEGIN, Map.of());
          client.run("drevo", "CREATE (n:A {title: $t})", Map.of("t", fault.when().name()));
          assertThatThrownBy(() -> client.ask(Tags.COMMIT)).isInstanceOf(IOException.class);
        }
        embedded.restart();
      }
      assertThat(embedded.query("drevo", "MATCH (n) RETURN n.title AS t", Map.of()))
          .containsExactly(Map.of("t", "AFTER"));
    }
  }
}
