package org.datxa.journal.internal.drevo;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.datxa.journal.internal.lane.Deadline;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.async.AsyncQueryRunner;
import org.neo4j.driver.async.AsyncSession;
import org.neo4j.driver.async.AsyncTransaction;
import org.neo4j.driver.async.ResultCursor;
import org.neo4j.driver.summary.ResultSummary;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection for a while, with a bound on every wait. An interrupt is kept for the caller and
 * changes nothing: the client would break the connection, and the answer would be lost.
 */
final class Conversation implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

  private final DrevoLink link;
  private final Driver driver;
  private final AsyncSession session;
  private Deadline deadline;
  private boolean silent;

  Conversation(DrevoLink link, Driver driver, AsyncSession session, Deadline deadline) {
    this.link = link;
    this.driver = driver;
    this.session = session;
    this.deadline = deadline;
  }

  /** Nothing was heard before the deadline. */
  static final class Silence extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Silence() {
      super("no answer in time");
    }
  }

  AsyncTransaction begin() {
    return await(session.beginTransactionAsync());
  }

  List<Record> run(String cypher, Map<String, Object> parameters) {
    return run(session, cypher, parameters);
  }

  List<Record> run(AsyncQueryRunner in, String cypher, Map<String, Object> parameters) {
    return await(in.runAsync(cypher, parameters).thenCompose(ResultCursor::listAsync));
  }

  ResultSummary summary(String cypher) {
    return await(session.runAsync(cypher).thenCompose(ResultCursor::consumeAsync));
  }

  /** The commit has a deadline of its own. J7. */
  void commit(AsyncTransaction transaction) {
    deadline = Deadline.in(link.config().limits().answer());
    await(transaction.commitAsync());
  }

  private <T> T await(CompletionStage<T> stage) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return stage.toCompletableFuture().get(deadline.leftNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (TimeoutException e) {
      silent = true;
      throw new Silence();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Gives the connection back; rolls back what was not committed. Nobody waits for it. */
  @Override
  public void close() {
    if (silent) {
      link.leave(driver);
      return;
    }
    long bound = link.config().limits().answer().toMillis();
    session
        .closeAsync()
        .toCompletableFuture()
        .orTimeout(bound, TimeUnit.MILLISECONDS)
        .minimalCompletionStage()
        .whenComplete(
            (nothing, failure) -> {
              if (failure instanceof TimeoutException
                  || (failure != null && failure.getCause() instanceof TimeoutException)) {
                link.leave(driver);
              } else if (failure != null) {
                LOG.debug("A connection to the journal was not given back", failure);
              }
            });
  }
}
