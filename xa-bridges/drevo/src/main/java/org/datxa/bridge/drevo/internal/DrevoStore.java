package org.datxa.bridge.drevo.internal;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.bridge.drevo.DrevoStoreProvider;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A drevo graph as a store. */
public final class DrevoStore implements ForeignStore {
  private static final Logger LOG = LoggerFactory.getLogger(DrevoStore.class);

  private final DrevoSettings settings;
  private final Links work;
  private final Links kept;
  private final Gate gate;
  private final Answers answers;
  private final Reserved reserved;
  private final Finisher finisher;
  private final PreparedList prepared;
  private final Settling settling;
  private final BindingNodes binding;
  private final DrevoSession facade;
  private final ManagersTurn turn = new ManagersTurn();

  /**
   * Makes the store; nothing is connected yet.
   *
   * @param settings the configuration
   * @param participation how statements join the current transaction
   * @param timing time and chance
   */
  public DrevoStore(DrevoSettings settings, Participation participation, Timing timing) {
    this.settings = settings;
    this.work = new Links(settings, timing, settings.pools().most());
    this.kept = new Links(settings, timing, settings.pools().reserved());
    this.gate = new Gate(settings.gate(), settings.limits().gate(), timing);
    this.answers = new Answers(settings.name());
    this.reserved = new Reserved(kept, answers);
    this.finisher = new Finisher(answers);
    this.prepared = new PreparedList(settings.name(), timing);
    this.settling = new Settling(reserved, answers, timing, settings.limits().settle());
    this.binding = new BindingNodes(settings.name(), timing);
    this.facade = new JoinedSession(work, settings.name(), participation);
  }

  DrevoSettings settings() {
    return settings;
  }

  Answers answers() {
    return answers;
  }

  Finisher finisher() {
    return finisher;
  }

  ManagersTurn turn() {
    return turn;
  }

  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public String kind() {
    return DrevoStoreProvider.KIND;
  }

  @Override
  public String appliedLocation() {
    return settings.place().location();
  }

  @Override
  public List<Finding> check() {
    return new StartupCheck(settings).run(kept);
  }

  @Override
  public List<Finding> bind(UUID journalId) {
    try {
      return reserved.ask("Binding", link -> binding.bind(link, journalId));
    } catch (StoreException e) {
      return List.of(
          new Finding(
              name(),
              "could not be bound to its journal: " + e.getMessage(),
              "mend that, then start again"));
    }
  }

  @Override
  public ForeignBranch begin(BranchStart start) {
    return new DrevoBranch(this, start, new BranchSession(work, gate, settings, start));
  }

  @Override
  public OptionalLong freeBytes() {
    return OptionalLong.empty(); // the protocol does not show it
  }

  @Override
  public ErrorKind classify(Throwable error) {
    return DrevoErrors.kind(error);
  }

  @Override
  public <T> T facade(Class<T> type) {
    if (type == DrevoSession.class) {
      return type.cast(facade);
    }
    throw new IllegalArgumentException(
        "Store '"
            + name()
            + "' offers "
            + DrevoSession.class.getName()
            + ", not "
            + type.getName()
            + ".");
  }

  @Override
  public List<PreparedBranch> listPrepared() throws StoreException {
    return reserved.read("The list of prepared transactions", prepared::of);
  }

  @Override
  public Resolution commitPrepared(Gid gid) throws StoreException {
    requireOwn(gid);
    return reserved.ask("Committing " + gid, link -> finisher.commit(link, gid));
  }

  @Override
  public Resolution rollbackPrepared(Gid gid) throws StoreException {
    requireOwn(gid);
    return reserved.ask("Rolling back " + gid, link -> finisher.rollback(link, gid));
  }

  @Override
  public List<ForeignGid> listForeign(String prefix) throws StoreException {
    return reserved.read(
        "The list of prepared transactions", link -> prepared.foreign(link, prefix));
  }

  @Override
  public Optional<Resolution> commitForeign(ForeignGid gid) throws StoreException {
    Optional<Resolution> end =
        reserved.ask("Committing " + gid, link -> finisher.commitForeign(link, gid));
    turn.over(gid);
    return end;
  }

  @Override
  public Optional<Resolution> rollbackForeign(ForeignGid gid) throws StoreException {
    Optional<Resolution> end =
        reserved.ask("Rolling back " + gid, link -> finisher.rollbackForeign(link, gid));
    turn.over(gid);
    return end;
  }

  /**
   * X5: what is prepared is rolled back. What is not may still come, so the graph is changed under
   * the transaction, after which its prepare is refused.
   */
  void rollbackDoubtful(ForeignGid gid, UUID datTxn) throws StoreException {
    if (rollbackForeign(gid).isEmpty()) {
      settle(datTxn);
    }
  }

  private void requireOwn(Gid gid) {
    if (!gid.store().equals(name())) {
      throw new IllegalArgumentException(gid + " is not of store '" + name() + "'.");
    }
  }

  /**
   * After a prepare whose answer was lost: the tombstone keeps it from arriving later, when it
   * would stop all writers until a sweep finds it. Where the tombstone cannot be written it may
   * have arrived just now, so it is rolled back again; what comes later still is for the sweep.
   */
  Resolution forbid(Gid gid) throws StoreException {
    try {
      return settling.settle(gid) == Marker.APPLIED ? Resolution.HEURISTIC_COMMIT : Resolution.DONE;
    } catch (StoreException e) {
      LOG.debug("No tombstone for {}; it is rolled back again.", gid, e);
      return rollbackPrepared(gid);
    }
  }

  @Override
  public Marker marker(UUID datTxn) throws StoreException {
    return reserved.read("The marker of " + datTxn, link -> Markers.read(link, datTxn));
  }

  @Override
  public Marker settle(UUID datTxn) throws StoreException {
    return settling.settle(new Gid(datTxn, name()));
  }

  /** While something is prepared nobody else can write to the graph. */
  @Override
  public boolean preparesLast() {
    return true;
  }

  @Override
  public boolean carriesDecision() {
    return false;
  }

  @Override
  public void close() {
    work.close();
    kept.close();
  }
}
