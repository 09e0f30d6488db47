package org.datxa.bridge.clickhouse.internal.store;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.datxa.bridge.clickhouse.internal.http.ClickHouseErrors;
import org.datxa.bridge.clickhouse.internal.http.ServerError;
import org.datxa.bridge.clickhouse.internal.payload.Chunk;
import org.datxa.bridge.clickhouse.internal.payload.Target;
import org.datxa.bridge.clickhouse.internal.payload.Work;
import org.datxa.spi.Claim;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;

/** Inserts one chunk under a claim. Rules H2 and H3. */
final class Applier {
  private final ServerAccess server;
  private final Prober prober;
  private final Attempts attempts;
  private final Acknowledgements acknowledged;

  Applier(ServerAccess server, Prober prober, Attempts attempts, Acknowledgements acknowledged) {
    this.server = server;
    this.prober = prober;
    this.attempts = attempts;
    this.acknowledged = acknowledged;
  }

  void apply(DecidedBranch branch, Work work, int index, Claim claim) throws StoreException {
    Chunk chunk = work.chunks().get(index);
    Target target = work.targetOf(chunk);
    String fresh = branch.gid().text() + ":" + claim.number() + ":" + index;
    if (target.views()) {
      applyBeforeViews(branch, work, index, claim, fresh);
    } else {
      insert(branch, work, chunk, claim, fresh);
    }
    if (target.trustsAcknowledgement()) {
      acknowledged.add(branch.gid(), index);
    }
  }

  /** H6: with a note before and one after, so that a failed view can be filled by anybody. */
  private void applyBeforeViews(
      DecidedBranch branch, Work work, int index, Claim claim, String fresh) throws StoreException {
    UUID txn = branch.gid().datTxn();
    String token = prober.tokenThatBroughtIn(branch, work, index).orElse(fresh);
    attempts.note(txn, index, claim.number(), token, Attempts.SENT);
    try {
      insert(branch, work, work.chunks().get(index), claim, token);
    } catch (StoreUnknown e) {
      if (e.getCause() instanceof ServerError) {
        noteFailure(txn, index, claim, token, e);
      }
      throw e;
    }
    attempts.note(txn, index, claim.number(), token, Attempts.DONE);
  }

  private void noteFailure(UUID txn, int index, Claim claim, String token, StoreUnknown failure) {
    try {
      attempts.note(txn, index, claim.number(), token, Attempts.FAILED);
    } catch (StoreException e) {
      failure.addSuppressed(e);
    }
  }

  private void insert(DecidedBranch branch, Work work, Chunk chunk, Claim claim, String token)
      throws StoreException {
    String sql = Statements.insert(work, chunk, branch.stamp(), claim.deadlineMillis());
    Map<String, String> settings =
        Statements.insertSettings(server.settings(), sql.length(), chunk.rows(), token);
    try {
      server.channel().send(sql, settings);
    } catch (ServerError e) {
      throw translate(e, work.targetOf(chunk));
    }
  }

  private StoreException translate(ServerError error, Target target) {
    if (error.code() == ClickHouseErrors.THROW_IF) {
      Optional<StoreException> condition = ownCondition(error, target);
      if (condition.isPresent()) {
        return condition.get();
      }
    }
    // H6: a view that failed says nothing of the table before it.
    return !target.views() && ClickHouseErrors.provesNothingWritten(error)
        ? refused(ClickHouseErrors.kind(error), error.getMessage(), error)
        : new StoreUnknown(server.store(), error.getMessage(), error);
  }

  private Optional<StoreException> ownCondition(ServerError error, Target target) {
    if (error.isFailedCondition(Statements.LATE)) {
      // H3
      return Optional.of(refused(ErrorKind.TRANSIENT, "the insert came after its deadline", error));
    }
    if (error.isFailedCondition(Statements.OTHER_TABLE)) {
      return Optional.of(
          changed(target, "is not the one of stage; put the former one in its place", error));
    }
    if (error.isFailedCondition(Statements.OTHER_COLUMNS)) {
      return Optional.of(
          changed(target, "lacks columns that it had at stage; ALTER it back", error));
    }
    return error.isFailedCondition(Statements.OTHER_SERVER)
        ? Optional.of(
            refused(
                ErrorKind.TRANSIENT,
                "this is not the server that staged; the address must lead to " + target.server(),
                error))
        : Optional.empty();
  }

  private StoreRefused changed(Target target, String what, ServerError error) {
    return refused(
        ErrorKind.PERMANENT,
        "table " + target.name() + " " + what + ". Nothing was written",
        error);
  }

  private StoreRefused refused(ErrorKind kind, String message, ServerError error) {
    return new StoreRefused(server.store(), kind, message, error);
  }
}
