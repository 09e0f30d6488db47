package org.datxa.bridge.drevo.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.datxa.bridge.drevo.internal.Gate.Pass;
import org.datxa.lab.Lab;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabFault;
import org.datxa.spi.BranchStart;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.error.HandleRefused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BranchSessionTest {
  private static final Statement WRITE = Statement.of("CREATE (:Item)");

  private final LabDrevo server = Lab.shared().drevo();
  private final String database = server.newDatabase("session");
  private final Map<String, String> properties = new HashMap<>();
  private final SystemTiming timing = new SystemTiming();
  private final Gate gate = new Gate(true, 60_000, timing);
  private DrevoSettings settings;
  private Links links;

  private BranchSession session() {
    if (links == null) {
      properties.put("url", server.boltUri());
      properties.put("database", database);
      settings = DrevoSettings.from(new StoreConfig("graph", "drevo", properties));
      links = new Links(settings, timing, settings.pools().most());
    }
    BranchStart start = new BranchStart(UUID.randomUUID(), false, Duration.ZERO);
    return new BranchSession(links, gate, settings, start);
  }

  @AfterEach
  void close() {
    server.clearFaults();
    links.close();
  }

  /** Ends the session by a roll-back while a statement of it waits in another thread. */
  private FutureTask<Object> endedWhileWaiting(BranchSession session, Callable<?> statement) {
    FutureTask<Object> task = new FutureTask<>(statement::call);
    Thread thread = new Thread(task);
    thread.start();
    Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    session.rollback();
    session.release(false);
    return task;
  }

  private void nothingIsKept() throws Exception {
    assertThat(gate.enterNow().isIn()).isTrue();
    links.giveBack(links.borrow());
    assertThat(server.query(database, "MATCH (i:Item) RETURN i", Map.of())).isEmpty();
  }

  @Test
  void s4_whenRolledBackWhileWaitingForTheGate_statementIsRefusedAndNothingIsKept()
      throws Exception {
    properties.putAll(Map.of("pool.max", "1", "pool.acquire_timeout_ms", "50"));
    BranchSession session = session();
    Pass other = gate.enter();
    FutureTask<Object> late = endedWhileWaiting(session, () -> session.work(WRITE, false));
    other.leave();
    assertThatThrownBy(late::get).hasCauseInstanceOf(HandleRefused.class);
    nothingIsKept();
  }

  @Test
  void s4_whenRolledBackWhileWaitingForAConnection_statementIsRefusedAndNothingIsKept()
      throws Exception {
    properties.putAll(Map.of("pool.max", "1", "pool.acquire_timeout_ms", "60000"));
    BranchSession session = session();
    Link other = links.borrow();
    FutureTask<Object> late = endedWhileWaiting(session, () -> session.work(WRITE, false));
    links.giveBack(other);
    assertThatThrownBy(late::get).hasCauseInstanceOf(HandleRefused.class);
    nothingIsKept();
  }

  @Test
  void s4_whenRolledBackBeforeAFailureToConnect_theGateIsLeft() throws Exception {
    properties.putAll(Map.of("pool.max", "1", "pool.acquire_timeout_ms", "1"));
    BranchSession session = session();
    Pass otherWriter = gate.enter();
    Link other = links.borrow();
    FutureTask<Object> late = endedWhileWaiting(session, () -> session.work(WRITE, false));
    otherWriter.leave();
    assertThatThrownBy(late::get).isNotNull();
    links.giveBack(other);
    nothingIsKept();
  }

  @Test
  void s4_whenAServerKeepsSilentAtBegin_noOtherConnectionIsTried() throws Exception {
    properties.put("answer_timeout_ms", "200");
    BranchSession session = session();
    int fault = server.fault(LabFault.before("^BEGIN db=" + database).hang().times(-1));
    assertThatThrownBy(() -> session.work(WRITE, false)).hasMessageContaining("No answer");
    assertThat(server.faultHits(fault)).isEqualTo(1);
    session.release(false);
    server.clearFaults();
    nothingIsKept();
  }
}
