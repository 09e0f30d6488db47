package org.datxa.bridge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.core.AppenderBase;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.datxa.spi.TwoPhaseBranch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Connections that are not given back are reported with where they were taken. */
class LeakTest {
  private final StoreFixture lab = new StoreFixture();
  private final Logger logger = (Logger) LoggerFactory.getLogger("org.datxa.bridge.postgresql");
  private final List<ILoggingEvent> warnings = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getLevel() == Level.WARN) {
            warnings.add(event);
          }
        }
      };

  @BeforeEach
  void listen() {
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void close() {
    logger.detachAppender(appender);
    lab.close();
  }

  private void awaitReportOf(String holder) {
    await().untilAsserted(() -> assertThat(warnings).hasSize(1));
    ILoggingEvent event = warnings.get(0);
    assertThat(event.getFormattedMessage()).contains("Store 'pg'", holder, "pool.leak_ms");
    assertThat(
            Stream.of(event.getThrowableProxy().getStackTraceElementProxyArray())
                .map(StackTraceElementProxy::getSTEAsString))
        .as("where it was taken")
        .anyMatch(line -> line.contains("LeakTest.takenHere"));
    assertThat(event.getThrowableProxy().getMessage()).contains(Thread.currentThread().getName());
  }

  private Connection takenHere() throws Exception {
    return lab.connection();
  }

  @Test
  void handleThatIsNotClosed_isReportedOnceAndStillWorks() throws Exception {
    lab.with("pool.leak_ms", "50").store();
    lab.participation().enter(null);
    try (Connection plain = takenHere()) {
      awaitReportOf("a handle outside any transaction");
      warnings.clear();
      try (Connection other = takenHere()) {
        awaitReportOf("a handle outside any transaction"); // and no second time for the first
        assertThat(other.isValid(5)).isTrue();
      }
      assertThat(plain.isValid(5)).isTrue();
    }
  }

  @Test
  void transactionThatDoesNotEnd_isReportedThoughItsHandlesAreClosed() throws Exception {
    lab.with("pool.leak_ms", "50").store();
    TwoPhaseBranch branch = lab.begin();
    takenHere().close();
    awaitReportOf("the transaction " + branch.datTxn());
    branch.rollback();
    branch.release();
  }

  @Test
  void byDefaultNothingIsReported_andWhatWasGivenBackIsNot() throws Exception {
    lab.store();
    lab.participation().enter(null);
    try (StoreFixture watched = new StoreFixture().with("pool.leak_ms", "50");
        Connection plain = takenHere()) {
      watched.store();
      watched.participation().enter(null);
      watched.connection().close();
      try (Connection held = watched.connection()) {
        await().untilAsserted(() -> assertThat(warnings).hasSize(1));
        assertThat(held.isClosed()).isFalse();
      }
      assertThat(warnings).hasSize(1);
      assertThat(plain.isClosed()).isFalse();
    }
  }
}
