package org.datxa.journal.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.datxa.journal.Records.NOW;
import static org.datxa.journal.Records.record;

import java.time.Duration;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalConflict;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.datxa.journal.Journals;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.Progress;
import org.datxa.journal.Server;
import org.datxa.journal.State;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** J1, J3: what the journal says when the line to its server breaks. */
class PostgresLostAnswerTest {
  private static final PostgresJournalConfig.Limits SHORT =
      new PostgresJournalConfig.Limits(
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofSeconds(1),
          Duration.ofMillis(500));

  private LabProxy proxy;
  private PostgresJournalConfig direct;
  private Journal journal;

  @BeforeEach
  void start() {
    proxy = LabProxy.start(Server.lab().host(), Server.lab().port());
    direct = Server.newConfig();
  }

  private void open(boolean group) {
    PostgresJournalConfig through =
        PostgresJournalConfig.of(proxy.through(direct.url()), direct.user(), direct.password())
            .at(direct.schema(), direct.table())
            .withLimits(SHORT)
            .withPoolSize(1)
            .withGroupCommit(group);
    journal = Journals.postgresql(through);
    assertThat(journal.check()).isEmpty();
  }

  @AfterEach
  void end() {
    journal.close();
    proxy.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whenTheReplyOfTheCommitIsLost_theAnswerIsUnknown_andTheRepeatedInsertMeetsItself(
      boolean group) throws JournalException {
    open(group);
    JournalRecord record = record(State.COMMITTED);
    int fault = proxy.fault(LabFault.after("INSERT INTO"));
    assertThatThrownBy(() -> journal.insert(record))
        .isInstanceOf(JournalUnknown.class)
        .hasMessageContaining(record.datTxn().toString());
    assertThat(proxy.faultHits(fault)).isEqualTo(1);
    proxy.clearFaults();
    assertThatThrownBy(() -> journal.insert(record)).isInstanceOf(JournalConflict.class);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whenTheInsertIsLost_theAnswerIsUnknown_andTheRepeatedInsertIsWritten(boolean group)
      throws JournalException {
    open(group);
    JournalRecord record = record(State.COMMITTED);
    proxy.fault(LabFault.before("INSERT INTO"));
    assertThatThrownBy(() -> journal.insert(record)).isInstanceOf(JournalUnknown.class);
    proxy.clearFaults();
    journal.insert(record);
    assertThat(journal.find(record.datTxn())).contains(record);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whenTheReplyOfAChangeIsLost_theAnswerIsUnknown_andTheRepeatedChangeConflicts(boolean group)
      throws JournalException {
    open(group);
    JournalRecord first = record(State.PREPARED);
    journal.insert(first);
    JournalRecord next = first.to(State.COMMITTED, Progress.NONE, NOW);
    proxy.fault(LabFault.after("UPDATE"));
    assertThatThrownBy(() -> journal.advance(first.head(), next.head()))
        .isInstanceOf(JournalUnknown.class);
    proxy.clearFaults();
    assertThatThrownBy(() -> journal.advance(first.head(), next.head()))
        .isInstanceOf(JournalConflict.class);
    assertThat(journal.find(first.datTxn())).contains(next);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void j7_whenTheServerDoesNotAnswerInTime_theAnswerIsUnknown(boolean group) {
    open(group);
    proxy.blackhole();
    assertThatThrownBy(() -> journal.insert(record(State.COMMITTED)))
        .isInstanceOf(JournalUnknown.class);
    proxy.dropAll();
    proxy.restore();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whenNoConnectionCanBeMade_theWriteIsRefused(boolean group) throws JournalException {
    open(group);
    JournalRecord record = record(State.COMMITTED);
    proxy.refuse();
    proxy.dropAll();
    assertThatThrownBy(
            () -> {
              // the first may still find a dead connection in the pool
              assertThatThrownBy(() -> journal.insert(record))
                  .isInstanceOfAny(JournalUnknown.class, JournalRefused.class);
              journal.insert(record);
            })
        .isInstanceOf(JournalRefused.class)
        .hasMessageNotContaining("password");
    assertThatThrownBy(() -> journal.find(record.datTxn())).isInstanceOf(JournalRefused.class);
    proxy.accept();
    assertThat(journal.find(record.datTxn())).isEmpty();
  }
}
