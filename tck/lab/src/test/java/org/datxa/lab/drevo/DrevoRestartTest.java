package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.datxa.lab.LabException;
import org.datxa.lab.LabFault;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.bolt.Tags;
import org.datxa.lab.drevo.graph.PreparedInfo;
import org.junit.jupiter.api.Test;

/** Lost connections and restarts. */
class DrevoRestartTest extends DrevoBehaviour {

  @Test
  void b38_brokenConnectionResetAndGoodbyeKeepItPrepared() throws IOException {
    for (int tag : new int[] {Tags.RESET, Tags.GOODBYE, 0}) {
      try (BoltClient client = client()) {
        client.ask(Tags.BEGIN, Map.of("db", db));
        client.run(db, "CREATE (:A)", Map.of());
        client.run(db, "CALL drevo.tx.prepare('b38')", Map.of());
        if (tag != 0) {
          client.send(tag);
        }
      }
      assertThat(preparedGids()).containsExactly("b38");
      resolve("commitPrepared", "b38");
    }
    assertThat(count()).isEqualTo(3);
  }

  @Test
  void b39_restartKeepsWhatIsPreparedItsTimeTheFenceAndMarks() throws IOException {
    needsSwitch();
    prepare("heuristic");
    resolve("heuristicRollback", "heuristic");
    query("CREATE (:A {title: 'kept', x: 9223372036854775807})");
    prepare("b39");
    List<PreparedInfo> before = server().prepared(db);
    try (BoltClient open = client()) {
      open.ask(Tags.BEGIN, Map.of("db", db));
      open.run(db, "CREATE (:Open)", Map.of());
      server().restart();
      server().restart();
      assertThat(catchThrowable(() -> open.ask(Tags.COMMIT))).isInstanceOf(IOException.class);
    }
    assertThat(server().prepared(db)).isEqualTo(before);
    assertRefused(() -> query("CREATE (:B)"), FENCE, "b39");
    assertRefused(() -> resolve("commitPrepared", "heuristic"), SEMANTIC, "heuristically");
    resolve("commitPrepared", "b39");
    server().restart();
    assertThat(query("MATCH (n) RETURN n.title AS t ORDER BY t"))
        .containsExactly(Map.of("t", "kept"), Map.of("t", "prepared b39"));
  }

  @Test
  void b40_whenReplyIsLost_prepareIsListedAndCommitWasDone() {
    needsSwitch();
    server().fault(LabFault.after("^RUN db=" + db + " tx=1 CALL drevo.tx.prepare").drop());
    assertThat(catchThrowable(() -> prepare("b40"))).isNotNull();
    assertThat(preparedGids()).containsExactly("b40");

    server().fault(LabFault.after("^RUN db=" + db + " tx=0 CALL drevo.tx.commitPrepared").drop());
    assertThat(catchThrowable(() -> resolve("commitPrepared", "b40")))
        .isInstanceOf(LabException.class);
    assertThat(count()).isEqualTo(1);
    assertRefused(() -> resolve("commitPrepared", "b40"), SEMANTIC, "no transaction is prepared");
  }

  @Test
  void b40_whenRequestIsLost_nothingIsPrepared() {
    needsSwitch();
    server().fault(LabFault.before("^RUN db=" + db + " tx=1 CALL drevo.tx.prepare").drop());
    assertThat(catchThrowable(() -> prepare("b40"))).isNotNull();
    assertThat(preparedGids()).isEmpty();
    query("CREATE (:A)");
  }

  @Test
  void b41_withoutTimeoutNothingIsRolledBack() {
    needsSwitch();
    prepare("b41");
    NOW.updateAndGet(now -> now.plus(Duration.ofDays(400)));
    server().tick();
    assertThat(preparedGids()).containsExactly("b41");
    resolve("commitPrepared", "b41");
  }

  @Test
  void b41_whenOldEnough_tickRollsBackHeuristically() {
    needsSwitch();
    server().preparedTimeout(Duration.ofSeconds(60));
    prepare("b41");
    NOW.updateAndGet(now -> now.plusSeconds(59));
    server().tick();
    assertThat(preparedGids()).containsExactly("b41");
    server().restart();
    NOW.updateAndGet(now -> now.plusSeconds(1));
    assertThat(preparedGids()).as("before the tick").containsExactly("b41");
    server().tick();
    assertThat(preparedGids()).isEmpty();
    assertRefused(() -> resolve("commitPrepared", "b41"), SEMANTIC, "heuristically");
  }
}
