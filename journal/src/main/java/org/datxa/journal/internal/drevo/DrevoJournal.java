package org.datxa.journal.internal.drevo;

import java.sql.SQLFeatureNotSupportedException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.datxa.journal.DrevoJournalConfig;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;
import org.datxa.journal.internal.lane.Pause;
import org.datxa.journal.internal.text.Checks;
import org.datxa.spi.DecisionWrite;
import org.datxa.spi.Finding;
import org.datxa.spi.StoreName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal in a drevo graph. Any number of processes may use it at once; between them every
 * write may have to be tried again, since drevo lets one writer of a graph through at a time.
 */
public final class DrevoJournal implements Journal {
  private static final Logger LOG = LoggerFactory.getLogger(DrevoJournal.class);

  private final DrevoLink link;
  private final Clock clock;
  private final Exchange exchange;
  private final Writes writes;
  private final Compaction compaction;
  private final DrevoCheck check;
  private volatile boolean withoutClock;

  DrevoJournal(DrevoJournalConfig config, Clock clock, Pause pause, RandomGenerator random) {
    this.link = new DrevoLink(config);
    this.clock = clock;
    this.exchange = new Exchange(link);
    Persistence persistence = new Persistence(exchange, config.limits().conflict(), pause, random);
    this.writes = new Writes(persistence, config.limits());
    this.compaction = new Compaction(exchange, writes);
    this.check = new DrevoCheck(link, exchange, persistence);
  }

  /**
   * Makes a journal; connects to nothing yet.
   *
   * @param config where it is
   * @param clock answers for the server where the server does not tell its time
   * @return the journal
   */
  public static DrevoJournal of(DrevoJournalConfig config, Clock clock) {
    RandomGenerator random = RandomGenerator.of("SecureRandom");
    return new DrevoJournal(config, clock, Pause.REAL, random);
  }

  @Override
  public UUID id() {
    return check.id();
  }

  @Override
  public String location() {
    return link.location();
  }

  @Override
  public List<Finding> check() {
    return check.check();
  }

  @Override
  public void insert(JournalRecord record) throws JournalException {
    Checks.first(record);
    writes.submit(Write.insert(record));
  }

  @Override
  public void advance(RecordHead read, RecordHead next) throws JournalException {
    Checks.change(read, next);
    writes.submit(Write.change(read, next));
  }

  @Override
  public Optional<JournalRecord> find(UUID datTxn) throws JournalException {
    return exchange.read(
        "dat_txn " + datTxn, Cypher.FIND, Map.of("title", Nodes.title(datTxn)), Nodes::one);
  }

  @Override
  public Optional<JournalRecord> findByXid(String xid) throws JournalException {
    return exchange.read("xid " + xid, Cypher.FIND_BY_XID, Map.of("xid", xid), Nodes::one);
  }

  @Override
  public List<RecordHead> listed() throws JournalException {
    return exchange.read(
        "the listing to a transaction manager", Cypher.LISTED, Map.of(), Nodes::heads);
  }

  @Override
  public List<RecordHead> scan(
      Set<State> states, long updatedBeforeMillis, Optional<UUID> after, int limit)
      throws JournalException {
    if (states.isEmpty()) {
      return List.of();
    }
    Map<String, Object> parameters =
        Map.of(
            "states",
            states.stream().sorted().map(State::name).toList(),
            "before",
            updatedBeforeMillis,
            "after",
            after.map(Nodes::title).orElse(""),
            "limit",
            limit);
    return exchange.read("a scan of " + states, Cypher.SCAN, parameters, Nodes::heads);
  }

  @Override
  public DecisionWrite decision(JournalRecord record) {
    return connection -> {
      throw new SQLFeatureNotSupportedException(
          "The journal at " + location() + " is not in a store's database: no co-located decision",
          "0A000");
    };
  }

  @Override
  public long watermarkMillis() throws JournalException {
    return identity("the watermark").watermark();
  }

  private Identity identity(String what) throws JournalException {
    Optional<Identity> found =
        exchange.read(
            what,
            Cypher.LOOK,
            Map.of("titles", List.of(Cypher.IDENTITY)),
            rows -> rows.isEmpty() ? Optional.empty() : Optional.of(Identity.read(rows.get(0))));
    return found.orElseThrow(
        () -> new JournalRefused("The graph has no node " + Cypher.IDENTITY + ": " + what, null));
  }

  @Override
  public long compact(long watermarkMillis, Counter counter) throws JournalException {
    return compaction.run(watermarkMillis, counter);
  }

  @Override
  public long raiseClock(long ceiling) throws JournalException {
    return writes.submit(Write.clock(ceiling));
  }

  @Override
  public long serverMillis() throws JournalException {
    if (withoutClock) {
      return clock.millis();
    }
    try {
      return exchange.read(
          "the server's clock",
          Cypher.SERVER_MILLIS,
          Map.of(),
          rows -> rows.get(0).get("now").asLong());
    } catch (JournalRefused e) {
      if (!Failures.isUnsupported(e.getCause())) {
        throw e;
      }
      LOG.info("The server at {} does not tell its time; this process's clock does", location());
      withoutClock = true;
      return clock.millis();
    }
  }

  @Override
  public void register(String store) throws JournalException {
    StoreName.require(store);
    writes.submit(Write.store(store));
  }

  @Override
  public Set<String> registered() throws JournalException {
    return Set.copyOf(identity("the registered stores").stores());
  }

  @Override
  public void close() {
    link.close();
  }
}
