package org.datxa.bridge.drevo.internal;

import org.datxa.bridge.drevo.DrevoRecords;
import org.datxa.spi.TwoPhaseBranch;

/** Statements in a branch, past any transaction manager. */
public final class BranchStatements {
  private BranchStatements() {}

  public static DrevoRecords run(TwoPhaseBranch branch, String cypher) {
    return ((DrevoBranch) branch)
        .session()
        .work(Statement.of(cypher), CypherLook.at(cypher).reading());
  }
}
