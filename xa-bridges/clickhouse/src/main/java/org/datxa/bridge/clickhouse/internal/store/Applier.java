package org.datxa.bridge.clickhouse.internal.store;

import java.util.Map;
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
  private final Acknowledgements acknowledged;

  Applier(ServerAccess server, Acknowledgements acknowledged) {
    this.server = server;
    this.acknowledged = acknowledged;
  }

  void apply(DecidedBranch branch, Work work, int index, Claim claim) throws StoreException {
    Chunk chunk = work.chunks().get(index);
    Target target = work.targetOf(chunk);
    String sql = Statements.insert(work, chunk, branch.stamp(), claim.deadlineMillis());
    String token = branch.gid().text() + ":" + claim.number() + ":" + index;
    Map<String, String> settings =
        Statements.insertSettings(server.settings(), sql.length(), chunk.rows(), token);
    try {
      server.channel().send(sql, settings);
    } catch (ServerError e) {
      throw translate(e, target);
    }
    if (target.trustsAcknowledgement()) {
      acknowledged.add(branch.gid(), index);
    }
  }

  private StoreException translate(ServerError error, Target target) {
    if (error.code() == ClickHouseErrors.THROW_IF) {
      if (error.says(Statements.LATE)) {
        // H3
        return refused(ErrorKind.TRANSIENT, "the insert came after its deadline", error);
      }
      if (error.says(Statements.OTHER_TABLE)) {
        return refused(
            ErrorKind.PERMANENT, "table " + target.name() + " is not the one of stage", error);
      }
      if (error.says(Statements.OTHER_SERVER)) {
        return refused(
            ErrorKind.TRANSIENT,
            "this is not the server that staged; its address must lead to " + target.server(),
            error);
      }
    }
    // H6: a view that failed says nothing of the table before it.
    return !target.views() && ClickHouseErrors.provesNothingWritten(error)
        ? refused(ClickHouseErrors.kind(error), error.getMessage(), error)
        : new StoreUnknown(server.store(), error.getMessage(), error);
  }

  private StoreRefused refused(ErrorKind kind, String message, ServerError error) {
    return new StoreRefused(server.store(), kind, message, error);
  }
}
