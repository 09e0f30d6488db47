package org.datxa.lab.drevo.graph;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One graph with its log, its prepared transaction and its fence. Readers take the live snapshot;
 * writers come one after the other.
 */
public final class Database implements AutoCloseable {

  private static final String LOG = "native.wal";

  private final Clock clock;
  private final Supplier<Behaviour> behaviour;
  private final DatabaseLog log;
  private final Ids ids;
  private final Set<String> heuristics;
  private volatile Snapshot live;
  private Prepared prepared;

  private Database(DatabaseLog log, Replay found, Clock clock, Supplier<Behaviour> behaviour) {
    this.log = log;
    this.clock = clock;
    this.behaviour = behaviour;
    this.ids = found.ids();
    this.heuristics = found.heuristics();
    this.live = found.graph();
    this.prepared = found.prepared();
  }

  /** Opens what the folder holds; an empty graph when it holds nothing. */
  static Database open(
      String name, Path folder, Clock clock, Supplier<Behaviour> behaviour, FaultPoint faults)
      throws IOException {
    Files.createDirectories(folder);
    Path file = folder.resolve(LOG);
    Replay found = new Replay().with(LogReader.read(file));
    LogFile log = LogFile.replace(file, found.compacted());
    return new Database(new DatabaseLog(name, log, faults), found, clock, behaviour);
  }

  /**
   * Begins a transaction; ending it without {@link #commit} or {@link #prepare} is its rollback.
   *
   * @return the transaction
   */
  public Transaction begin() {
    return new Transaction(live, ids);
  }

  /**
   * Runs one statement outside a transaction. Each of its writes commits by itself, so those before
   * a failure stay; all are durable when this ends.
   *
   * @param statement what reads and writes
   * @return what the statement answers
   * @param <T> what that is
   */
  public <T> T autocommit(Function<GraphAccess, T> statement) {
    Autocommit graph = new Autocommit(this, ids);
    try {
      return statement.apply(graph);
    } finally {
      if (graph.hasWritten()) {
        log.sync();
      }
    }
  }

  Snapshot live() {
    return live;
  }

  synchronized void write(Op op) {
    refuseWhilePrepared();
    Snapshot next = live.with(op);
    log.soon("write", LogRecords.commit(List.of(op)));
    live = next;
  }

  /**
   * Commits a transaction, which is closed whatever happens.
   *
   * @param transaction the transaction
   */
  public synchronized void commit(Transaction transaction) {
    List<Op> ops = transaction.ops();
    if (ops.isEmpty() && !behaviour.get().readOnlyChecked()) {
      return;
    }
    refuseWhilePrepared();
    refuseWhenMoved(transaction);
    if (!ops.isEmpty()) {
      log.durably("commit", LogRecords.commit(ops));
      live = transaction.view();
    }
  }

  /**
   * Prepares a transaction, which is closed whatever happens.
   *
   * @param transaction the transaction
   * @param gid its name from now on
   */
  public synchronized void prepare(Transaction transaction, String gid) {
    if (prepared != null && prepared.gid().equals(gid)) {
      String message = "a transaction is already prepared as " + RustText.quoted(gid);
      throw new DrevoFailure(Codes.SEMANTIC_ERROR, message);
    }
    refuseWhilePrepared();
    refuseWhenMoved(transaction);
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Prepared next = new Prepared(gid, now, transaction.ops());
    log.durably("prepare " + gid, LogRecords.prepare(next));
    heuristics.remove(gid);
    prepared = next;
    live = live.replaced();
  }

  /**
   * Applies what is prepared.
   *
   * @param gid its name
   */
  public synchronized void commitPrepared(String gid) {
    if (heuristics.contains(gid)) {
      String message = "transaction " + RustText.quoted(gid) + " was heuristically rolled back";
      throw new DrevoFailure(behaviour.get().heuristicCode(), message);
    }
    Snapshot next = live.with(pending(gid).ops());
    log.durably("commitPrepared " + gid, LogRecords.resolution(LogRecords.COMMITTED, gid));
    prepared = null;
    live = next.replaced();
  }

  /**
   * Forgets what is prepared.
   *
   * @param gid its name
   */
  public synchronized void rollbackPrepared(String gid) {
    if (heuristics.contains(gid)) {
      return;
    }
    pending(gid);
    log.durably("rollbackPrepared " + gid, LogRecords.resolution(LogRecords.ROLLED_BACK, gid));
    forgetPrepared();
  }

  /**
   * Forgets what is prepared, and remembers that nobody had decided so.
   *
   * @param gid its name
   */
  public synchronized void heuristicRollback(String gid) {
    pending(gid);
    log.durably("heuristicRollback " + gid, LogRecords.resolution(LogRecords.HEURISTIC, gid));
    heuristics.add(gid);
    forgetPrepared();
  }

  private void forgetPrepared() {
    prepared = null;
    if (behaviour.get().rollbackReplaces()) {
      live = live.replaced();
    }
  }

  /**
   * What is prepared.
   *
   * @return one or none
   */
  public synchronized List<PreparedInfo> prepared() {
    return prepared == null
        ? List.of()
        : List.of(new PreparedInfo(prepared.gid(), prepared.preparedAt(), prepared.ops().size()));
  }

  /** Rolls back heuristically what has been prepared for too long. */
  public synchronized void tick() {
    long limit = behaviour.get().preparedTimeoutMillis();
    if (limit > 0
        && prepared != null
        && Duration.between(prepared.preparedAt(), clock.instant()).toMillis() >= limit) {
      heuristicRollback(prepared.gid());
    }
  }

  private void refuseWhilePrepared() {
    if (prepared != null) {
      String gids = RustText.quoted(List.of(prepared.gid()));
      throw new DrevoFailure(
          Codes.FENCE, "writes are paused while transactions are prepared: " + gids + "; retry");
    }
  }

  private void refuseWhenMoved(Transaction transaction) {
    if (transaction.base() != live) {
      throw new DrevoFailure(
          Codes.OUTDATED, "transaction conflict: the graph was changed since it began; retry");
    }
  }

  private Prepared pending(String gid) {
    if (prepared == null || !prepared.gid().equals(gid)) {
      String message = "no transaction is prepared as " + RustText.quoted(gid);
      throw new DrevoFailure(Codes.SEMANTIC_ERROR, message);
    }
    return prepared;
  }

  @Override
  public synchronized void close() throws IOException {
    log.close();
  }
}
