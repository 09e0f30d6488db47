package org.datxa.journal.internal.postgresql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.PostgresJournalConfig;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.journal.internal.lane.Pause;
import org.datxa.journal.internal.sql.Identifier;
import org.datxa.journal.internal.sql.Queries;
import org.datxa.journal.internal.sql.TableNames;
import org.datxa.journal.internal.text.Checks;
import org.datxa.spi.DecisionWrite;
import org.datxa.spi.Finding;
import org.datxa.spi.StoreName;

/** The journal in a PostgreSQL database. Any number of processes may use it at once. */
public final class PostgresJournal implements Journal {
  private static final UUID LEAST = new UUID(0, 0);
  private static final Exchange.Values NONE = statement -> {};

  private final PostgresPool pool;
  private final PostgresSql sql;
  private final Exchange exchange;
  private final RecordWrites writes;
  private final Compaction compaction;
  private final PostgresTables tables;

  PostgresJournal(PostgresPool pool, PostgresSql sql, Pause pause) {
    PostgresJournalConfig.Limits limits = pool.config().limits();
    this.pool = pool;
    this.sql = sql;
    this.exchange = new Exchange(pool);
    SingleWrites single = new SingleWrites(exchange, sql, limits.lock());
    this.writes =
        pool.config().groupCommit()
            ? new GroupCommit(single, new BatchWrite(exchange, sql), limits)
            : single;
    this.compaction = new Compaction(exchange, sql, limits.lock(), pause);
    this.tables = new PostgresTables(pool, sql);
  }

  /**
   * Makes a journal; connects to nothing yet.
   *
   * @param config where it is
   * @return the journal
   */
  public static PostgresJournal of(PostgresJournalConfig config) {
    TableNames names =
        new TableNames(new Identifier(config.schema()), new Identifier(config.table()));
    return new PostgresJournal(PostgresPool.of(config), new PostgresSql(names), Pause.REAL);
  }

  @Override
  public UUID id() {
    return tables.id();
  }

  @Override
  public String location() {
    return pool.location();
  }

  @Override
  public List<Finding> check() {
    return tables.check();
  }

  @Override
  public void insert(JournalRecord record) throws JournalException {
    Checks.first(record);
    writes.insert(record);
  }

  @Override
  public void advance(RecordHead read, RecordHead next) throws JournalException {
    Checks.change(read, next);
    writes.advance(read, next);
  }

  @Override
  public Optional<JournalRecord> find(UUID datTxn) throws JournalException {
    return exchange.read(
        new Exchange.Request(
            "dat_txn " + datTxn, sql.common.find(), statement -> statement.setObject(1, datTxn)),
        results -> Queries.one(results.rows()));
  }

  @Override
  public Optional<JournalRecord> findByXid(String xid) throws JournalException {
    return exchange.read(
        new Exchange.Request(
            "xid " + xid, sql.common.findByXid(), statement -> statement.setString(1, xid)),
        results -> Queries.one(results.rows()));
  }

  @Override
  public List<RecordHead> listed() throws JournalException {
    return exchange.read(
        new Exchange.Request("the listing to a transaction manager", sql.common.listed(), NONE),
        results -> Queries.heads(results.rows()));
  }

  @Override
  public List<RecordHead> scan(
      Set<State> states, long updatedBeforeMillis, Optional<UUID> after, int limit)
      throws JournalException {
    if (states.isEmpty()) {
      return List.of();
    }
    Exchange.Values values =
        statement -> bindScan(statement, updatedBeforeMillis, after.orElse(LEAST), limit);
    return exchange.read(
        new Exchange.Request("a scan of " + states, sql.common.scan(states), values),
        results -> Queries.heads(results.rows()));
  }

  private static void bindScan(
      PreparedStatement statement, long updatedBeforeMillis, UUID after, int limit)
      throws SQLException {
    statement.setLong(1, updatedBeforeMillis);
    statement.setObject(2, after);
    statement.setInt(3, limit);
  }

  @Override
  public DecisionWrite decision(JournalRecord record) {
    return new InsertDecision(sql, record);
  }

  @Override
  public long watermarkMillis() throws JournalException {
    return exchange.read(
        new Exchange.Request("the watermark", sql.settledWatermark(), NONE), Results::number);
  }

  @Override
  public long compact(long watermarkMillis, Counter counter) throws JournalException {
    return compaction.run(watermarkMillis, counter);
  }

  @Override
  public long raiseClock(long ceiling) throws JournalException {
    Exchange.Values values = Exchange.Values.of(SingleWrites.NO_LOCK_TIMEOUT, ceiling);
    return exchange.write(
        new Exchange.Request("the clock's ceiling " + ceiling, sql.raiseClock(), values),
        results -> results.skip(2).number());
  }

  @Override
  public long serverMillis() throws JournalException {
    return exchange.read(
        new Exchange.Request("the server's clock", PostgresSql.SERVER_MILLIS, NONE),
        Results::number);
  }

  @Override
  public void register(String store) throws JournalException {
    StoreName.require(store);
    Exchange.Values values =
        statement -> {
          statement.setString(1, SingleWrites.NO_LOCK_TIMEOUT);
          statement.setString(2, store);
        };
    exchange.write(
        new Exchange.Request("the registration of store " + store, sql.register(), values),
        results -> results.skip(2).count());
  }

  @Override
  public Set<String> registered() throws JournalException {
    return exchange.read(
        new Exchange.Request("the registered stores", sql.common.registered(), NONE),
        results -> Queries.stores(results.rows()));
  }

  @Override
  public void close() {
    pool.close();
  }
}
