package org.datxa.journal;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A record as scans give it, without its branches.
 *
 * @param datTxn its identity
 * @param state where it stands
 * @param datTxTime its time; 0 in a tombstone
 * @param updatedMillis when it was last written, by the writer's clock
 * @param xid the transaction of an outside manager, as text
 * @param progress what changes
 */
public record RecordHead(
    UUID datTxn,
    State state,
    long datTxTime,
    long updatedMillis,
    Optional<String> xid,
    Progress progress) {
  /** Checks that nothing is missing. */
  public RecordHead {
    Objects.requireNonNull(datTxn, "datTxn");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(xid, "xid");
    Objects.requireNonNull(progress, "progress");
  }
}
