package org.datxa.bridge.iceberg.internal;

import java.util.List;
import java.util.UUID;

/**
 * The payload of one branch.
 *
 * @param journalId the journal that decides for the store that staged it
 * @param catalogName the name of the store's catalog
 * @param tables the tables it changes, one chunk each
 */
record StagedBranch(UUID journalId, String catalogName, List<StagedTable> tables) {
  StagedBranch {
    tables = List.copyOf(tables);
  }
}
