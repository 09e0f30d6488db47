package org.datxa.bridge.drevo.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.datxa.bridge.drevo.DrevoRecord;
import org.datxa.bridge.drevo.DrevoRecords;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Query;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.async.AsyncQueryRunner;
import org.neo4j.driver.async.AsyncSession;
import org.neo4j.driver.async.AsyncTransaction;
import org.neo4j.driver.async.ResultCursor;
import org.neo4j.driver.summary.ResultSummary;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that can be thrown away. It is a driver of its own with room for one connection,
 * since a driver closes all of its connections or none. Every wait is bounded; after one that was
 * in vain the connection is closed, for its answer might come later.
 *
 * <p><b>Concurrency.</b> One thread at a time; {@link #destroy} from any.
 */
final class Link {
  private static final Logger LOG = LoggerFactory.getLogger(Link.class);

  private final Driver driver;
  private final SessionConfig to;
  private final long answerMillis;
  private final int mostRows;
  private final Timing timing;
  private AsyncSession session;
  private AsyncTransaction transaction;
  private volatile boolean destroyed;

  Link(Driver driver, DrevoSettings settings, Timing timing) {
    this.driver = driver;
    this.to = SessionConfig.forDatabase(settings.place().database());
    this.answerMillis = settings.limits().answer();
    this.mostRows = settings.mostRows();
    this.timing = timing;
  }

  /** Connects, if it is not connected. */
  void connect(long millis) throws LinkException {
    await(millis, driver::verifyConnectivityAsync);
  }

  /** What the server calls itself. */
  String agent() throws LinkException {
    open();
    try {
      return await(
              answerMillis,
              () -> session.runAsync("RETURN 1 AS one").thenCompose(ResultCursor::consumeAsync))
          .server()
          .agent();
    } finally {
      shut();
    }
  }

  /** Runs a statement by itself. */
  DrevoRecords alone(Statement statement) throws LinkException {
    return alone(statement, answerMillis);
  }

  DrevoRecords alone(Statement statement, long millis) throws LinkException {
    open();
    try {
      return read(session, statement, millis);
    } finally {
      shut();
    }
  }

  /** Begins a transaction; its snapshot is of this moment. */
  void begin() throws LinkException {
    open();
    try {
      transaction = await(answerMillis, session::beginTransactionAsync);
    } catch (LinkException e) {
      shut();
      throw e;
    }
  }

  boolean isOpen() {
    return transaction != null && !destroyed;
  }

  /** Runs a statement in the transaction and reads all of its rows. */
  DrevoRecords run(Statement statement, long millis) throws LinkException {
    if (transaction == null) {
      throw LinkException.lost("There is no transaction any more", null);
    }
    return read(transaction, statement, millis);
  }

  DrevoRecords run(Statement statement) throws LinkException {
    return run(statement, answerMillis);
  }

  void commit() throws LinkException {
    end(AsyncTransaction::commitAsync);
  }

  /** Rolls back; where that fails the connection is closed, which does the same. */
  void rollback() {
    if (transaction == null) {
      return;
    }
    try {
      end(AsyncTransaction::rollbackAsync);
    } catch (LinkException e) {
      LOG.debug("A roll-back failed; the connection is closed.", e);
      destroy();
    }
  }

  private void end(java.util.function.Function<AsyncTransaction, CompletionStage<Void>> how)
      throws LinkException {
    AsyncTransaction mine = transaction;
    transaction = null;
    if (mine == null) {
      throw LinkException.lost("There is no transaction any more", null);
    }
    try {
      await(answerMillis, () -> how.apply(mine));
    } finally {
      shut();
    }
  }

  private DrevoRecords read(AsyncQueryRunner runner, Statement statement, long millis)
      throws LinkException {
    Query query = new Query(statement.cypher(), statement.parameters());
    Rows rows = new Rows(mostRows);
    await(millis, () -> runner.runAsync(query).thenCompose(rows::readAll));
    if (rows.tooMany()) {
      throw LinkException.lost(
          "The result has more than " + mostRows + " rows (max_result_rows)",
          new IllegalStateException("too many rows"));
    }
    return rows.records();
  }

  private void open() {
    session = driver.session(AsyncSession.class, to);
  }

  private void shut() {
    AsyncSession mine = session;
    session = null;
    if (mine == null || destroyed) {
      return;
    }
    try {
      await(answerMillis, mine::closeAsync);
    } catch (LinkException e) {
      LOG.debug("A session could not be closed; its connection is.", e);
      destroy();
    }
  }

  boolean isDestroyed() {
    return destroyed;
  }

  /** Closes the connection for good, without waiting for that. */
  void destroy() {
    destroyed = true;
    driver
        .closeAsync()
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                LOG.debug("A driver was closed with an error.", failure);
              }
            });
  }

  private <T> T await(long millis, Supplier<CompletionStage<T>> step) throws LinkException {
    try {
      CompletableFuture<T> answer = step.get().toCompletableFuture();
      return Patience.wait(timing, millis, nanos -> within(nanos, answer));
    } catch (RuntimeException e) { // of the driver, about its own state
      throw LinkException.of(e);
    }
  }

  private <T> T within(long nanos, CompletableFuture<T> answer)
      throws InterruptedException, LinkException {
    try {
      return answer.get(nanos, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw LinkException.of(e.getCause());
    } catch (TimeoutException e) {
      destroy();
      throw LinkException.lost("No answer came in time", e);
    }
  }

  /** The rows of one result, up to a bound. */
  private static final class Rows {
    private final int most;
    private final List<DrevoRecord> rows = new ArrayList<>();
    private List<String> keys = List.of();
    private boolean tooMany;

    Rows(int most) {
      this.most = most;
    }

    CompletionStage<ResultSummary> readAll(ResultCursor cursor) {
      keys = List.copyOf(cursor.keys());
      return cursor.forEachAsync(
          row -> {
            if (rows.size() >= most) {
              tooMany = true; // nothing more is kept
            } else {
              rows.add(PlainValues.record(keys, row));
            }
          });
    }

    boolean tooMany() {
      return tooMany;
    }

    DrevoRecords records() {
      return new DrevoRecords(keys, rows);
    }
  }
}
