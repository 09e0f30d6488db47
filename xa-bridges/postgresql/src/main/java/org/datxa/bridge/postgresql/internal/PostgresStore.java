package org.datxa.bridge.postgresql.internal;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import javax.sql.DataSource;
import org.datxa.bridge.postgresql.PostgresStoreProvider;
import org.datxa.spi.BranchStart;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Finding;
import org.datxa.spi.ForeignBranch;
import org.datxa.spi.ForeignGid;
import org.datxa.spi.ForeignStore;
import org.datxa.spi.Gid;
import org.datxa.spi.Marker;
import org.datxa.spi.Participation;
import org.datxa.spi.PreparedBranch;
import org.datxa.spi.Resolution;
import org.datxa.spi.error.StoreException;

/** A PostgreSQL database as a store. */
public final class PostgresStore implements ForeignStore {
  private final PostgresSettings settings;
  private final PostgresPools pools;
  private final Answers answers;
  private final MarkerTable markers;
  private final Finisher finisher;
  private final PreparedList prepared;
  private final ForeignList foreign;
  private final Reserved reserved;
  private final DataSource facade;

  /**
   * Makes the store; nothing is connected yet.
   *
   * @param settings the configuration
   * @param participation how handles join the current transaction
   */
  public PostgresStore(PostgresSettings settings, Participation participation) {
    this.settings = settings;
    this.pools = new PostgresPools(settings);
    this.answers = new Answers(settings.name());
    this.markers = new MarkerTable(settings.place().schema());
    this.finisher = new Finisher(answers, markers);
    this.prepared = new PreparedList(answers);
    this.foreign = new ForeignList(answers);
    this.reserved = new Reserved(pools, answers);
    this.facade = new PostgresDataSource(pools, settings, participation);
  }

  PostgresSettings settings() {
    return settings;
  }

  Answers answers() {
    return answers;
  }

  MarkerTable markers() {
    return markers;
  }

  Finisher finisher() {
    return finisher;
  }

  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public String kind() {
    return PostgresStoreProvider.KIND;
  }

  @Override
  public String appliedLocation() {
    return settings.place().location();
  }

  @Override
  public List<Finding> check() {
    return new StartupCheck(settings, markers).run(pools);
  }

  @Override
  public List<Finding> bind(UUID journalId) {
    return new BindingTable(settings).bind(pools, journalId);
  }

  @Override
  public ForeignBranch begin(BranchStart start) {
    return new PostgresBranch(this, start, new BranchSession(pools, settings, start));
  }

  @Override
  public OptionalLong freeBytes() {
    return OptionalLong.empty(); // not visible from SQL
  }

  @Override
  public ErrorKind classify(Throwable error) {
    return PostgresErrors.kind(error);
  }

  @Override
  public <T> T facade(Class<T> type) {
    if (type == DataSource.class) {
      return type.cast(facade);
    }
    throw new IllegalArgumentException(
        "Store '" + name() + "' offers javax.sql.DataSource, not " + type.getName() + ".");
  }

  @Override
  public List<PreparedBranch> listPrepared() throws StoreException {
    return reserved.ask("The list of prepared transactions", prepared::of);
  }

  @Override
  public Resolution commitPrepared(Gid gid) throws StoreException {
    requireOwn(gid);
    return reserved.ask(
        "Committing " + gid, at -> finisher.commit(at, gid, prepared.contains(at, gid.text())));
  }

  @Override
  public Resolution rollbackPrepared(Gid gid) throws StoreException {
    requireOwn(gid);
    return reserved.ask(
        "Rolling back " + gid, at -> finisher.rollback(at, gid, prepared.contains(at, gid.text())));
  }

  @Override
  public List<ForeignGid> listForeign(String prefix) throws StoreException {
    return reserved.ask("The list of prepared transactions", at -> foreign.of(at, prefix));
  }

  @Override
  public Optional<Resolution> commitForeign(ForeignGid gid) throws StoreException {
    return finishForeign(Finisher.COMMIT, gid);
  }

  @Override
  public Optional<Resolution> rollbackForeign(ForeignGid gid) throws StoreException {
    return finishForeign(Finisher.ROLLBACK, gid);
  }

  private Optional<Resolution> finishForeign(String command, ForeignGid gid) throws StoreException {
    boolean ended =
        reserved.ask(
            command + gid,
            at -> prepared.contains(at, gid.text()) && finisher.finish(command, at, gid.text()));
    return ended ? Optional.of(Resolution.DONE) : Optional.empty();
  }

  /** After an unknown PREPARE: first the session must be gone, then what it left is rolled back. */
  void rollbackDoubtful(ForeignGid gid, int session) throws StoreException {
    reserved.ask(
        Finisher.ROLLBACK + gid,
        at -> {
          foreign.requireEnded(at, session, settings.limits().lock());
          return null;
        });
    rollbackForeign(gid);
  }

  private void requireOwn(Gid gid) {
    if (!gid.store().equals(name())) {
      throw new IllegalArgumentException(gid + " is not of store '" + name() + "'.");
    }
  }

  @Override
  public Marker marker(UUID datTxn) throws StoreException {
    return reserved.ask(
        "The marker of " + datTxn,
        connection -> markers.standing(connection, datTxn, reserved.answers()));
  }

  @Override
  public Marker settle(UUID datTxn) throws StoreException {
    return reserved.settle(new Gid(datTxn, name()), markers, settings.limits().lock());
  }

  @Override
  public boolean preparesLast() {
    return false;
  }

  @Override
  public boolean carriesDecision() {
    return true;
  }

  @Override
  public void close() {
    pools.close();
  }
}
