package org.datxa.bridge.clickhouse.internal.store;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.datxa.bridge.clickhouse.internal.http.HttpChannel;
import org.datxa.bridge.clickhouse.internal.payload.Work;
import org.datxa.bridge.clickhouse.internal.payload.WorkFormat;
import org.datxa.bridge.clickhouse.internal.table.EngineRules;
import org.datxa.bridge.clickhouse.internal.table.TableReader;
import org.datxa.spi.BranchStart;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Evidence;
import org.datxa.spi.Finding;
import org.datxa.spi.Marker;
import org.datxa.spi.Payload;
import org.datxa.spi.PostDecisionBranch;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.StagingArea;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** A database of a ClickHouse server. */
public final class ClickHouseStore implements PostDecisionStore {
  private static final String FREE =
      "SELECT toString(count()), toString(min(free_space)) FROM system.disks"
          + " WHERE lower(type) = 'local'";

  private final String name;
  private final String kind;
  private final StoreSettings settings;
  private final HttpChannel channel;
  private final ServerAccess server;
  private final Markers markers;
  private final Acknowledgements acknowledged = new Acknowledgements();
  private final Prober prober;
  private final Applier applier;
  private final TableCatalog catalog;
  private final DataSource dataSource;

  /**
   * A store; nothing is connected yet.
   *
   * @param name its name
   * @param kind its kind
   * @param settings its properties
   * @param dataSource makes what the application works with
   */
  public ClickHouseStore(
      String name,
      String kind,
      StoreSettings settings,
      Function<TableCatalog, DataSource> dataSource) {
    this.name = name;
    this.kind = kind;
    this.settings = settings;
    this.channel = new HttpChannel(settings.endpoint());
    this.server = new ServerAccess(name, settings, channel);
    this.markers = new Markers(server);
    Attempts attempts = new Attempts(server);
    this.prober = new Prober(server, markers, attempts, acknowledged);
    this.applier = new Applier(server, prober, attempts, acknowledged);
    EngineRules rules = new EngineRules(settings.replacing());
    this.catalog = new TableCatalog(name, new TableReader(channel), rules, markers);
    this.dataSource = dataSource.apply(catalog);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public String appliedLocation() {
    return "clickhouse://"
        + settings.endpoint().address().getAuthority()
        + "/"
        + settings.endpoint().database();
  }

  @Override
  public List<Finding> check() {
    return new StartupCheck(server, markers).run();
  }

  @Override
  public List<Finding> bind(UUID journalId) {
    try {
      return new Bindings(server).bind(journalId, appliedLocation());
    } catch (StoreException e) {
      return List.of(StartupCheck.finding(name, e));
    }
  }

  @Override
  public PostDecisionBranch begin(BranchStart start) {
    return new ClickHouseBranch(this, start);
  }

  ServerAccess server() {
    return server;
  }

  TableCatalog catalog() {
    return catalog;
  }

  @Override
  public OptionalLong freeBytes() {
    try {
      List<String> row = server.rows(FREE, 2).get(0);
      boolean known = !row.get(0).equals("0");
      return known ? OptionalLong.of(Long.parseLong(row.get(1))) : OptionalLong.empty();
    } catch (StoreException | NumberFormatException e) {
      // Free space is a hint; a store that cannot be asked is found by the work itself.
      return OptionalLong.empty();
    }
  }

  @Override
  public ErrorKind classify(Throwable error) {
    return Classifier.kind(error);
  }

  @Override
  public <T> T facade(Class<T> type) {
    if (type != DataSource.class) {
      throw new IllegalArgumentException(
          "Store '" + name + "' offers javax.sql.DataSource, not " + type.getName());
    }
    return type.cast(dataSource);
  }

  @Override
  public boolean needsClaim() {
    return true;
  }

  @Override
  public long claimMillis() {
    return settings.claimMillis();
  }

  @Override
  public long quietMillis() {
    return settings.quietMillis();
  }

  @Override
  public long clockMillis() throws StoreException {
    return server.identity().clockMillis();
  }

  @Override
  public Evidence probe(DecidedBranch branch) throws StoreException {
    return prober.probe(branch, read(branch.payload()));
  }

  @Override
  public void apply(DecidedBranch branch, int chunk, Claim claim) throws StoreException {
    applier.apply(branch, read(branch.payload()), chunk, claim);
  }

  @Override
  public void mark(DecidedBranch branch) throws StoreException {
    markers.write(branch.gid(), branch.stamp());
    acknowledged.forget(branch.gid());
  }

  @Override
  public Marker marker(UUID datTxn) throws StoreException {
    return markers.contains(datTxn) ? Marker.APPLIED : Marker.ABSENT;
  }

  @Override
  public void discard(UUID datTxn, Payload payload) {
    // Staged rows are in the payload and nowhere else.
  }

  @Override
  public Optional<StagingArea> stagingArea() {
    return Optional.empty();
  }

  @Override
  public void close() {
    channel.close();
  }

  private Work read(Payload payload) throws StoreException {
    try {
      return WorkFormat.read(payload);
    } catch (IllegalArgumentException e) {
      throw new StoreRefused(
          name,
          ErrorKind.PERMANENT,
          e.getMessage() + "; restore the journal from a backup. Nothing was written",
          e);
    }
  }
}
