package org.datxa.bridge.drevo.internal;

import java.util.Map;
import java.util.Optional;
import org.datxa.bridge.drevo.DrevoException;
import org.datxa.bridge.drevo.DrevoRecords;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;
import org.datxa.spi.error.DatXaException.Where;
import org.datxa.spi.error.HandleRefused;

/** What the application works with: each statement takes part in the current transaction. */
final class JoinedSession implements DrevoSession {
  private final Links links;
  private final String store;
  private final Participation participation;

  JoinedSession(Links links, String store, Participation participation) {
    this.links = links;
    this.store = store;
    this.participation = participation;
  }

  @Override
  public DrevoRecords run(String cypher, Map<String, ?> parameters) {
    CypherLook look = CypherLook.at(cypher);
    if (look.refused().isPresent()) {
      throw new HandleRefused(
          look.refused().get() + " is refused: it belongs to the engine.",
          new Where(null, store, "end the transaction instead, or leave those nodes alone."),
          null);
    }
    Statement statement = new Statement(cypher, Parameters.of(store, parameters));
    Optional<Branch> joined = participation.join();
    if (joined.isPresent()) {
      return enlisted(own(joined.get()), statement, look.reading());
    }
    return look.reading()
        ? byItself(statement)
        : participation.alone(branch -> own(branch).session().work(statement, false));
  }

  private DrevoBranch own(Branch branch) {
    if (branch instanceof DrevoBranch own && own.store().equals(store)) {
      return own;
    }
    throw new IllegalStateException("The branch joined is not of store " + store + ".");
  }

  private DrevoRecords enlisted(DrevoBranch branch, Statement statement, boolean reading) {
    participation.requireUsable(branch);
    try {
      return branch.session().work(statement, reading);
    } catch (DrevoException e) {
      participation.rollbackOnly(branch, e); // the server has dropped the transaction
      throw e;
    }
  }

  private DrevoRecords byItself(Statement statement) {
    try {
      Link link = links.borrow();
      try {
        return link.alone(statement);
      } finally {
        links.giveBack(link);
      }
    } catch (LinkException e) {
      throw new DrevoException(
          DrevoErrors.kind(e),
          e.code(),
          "Store '" + store + "': the statement failed: " + e.getMessage(),
          e);
    }
  }

  @Override
  public String toString() {
    return "DrevoSession of store " + store;
  }
}
