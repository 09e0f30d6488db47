package org.datxa.crash.matrix;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Which run a call belongs to, in the process of its coordinator. */
final class Points {
  private static final ThreadLocal<Attempted> CURRENT = new ThreadLocal<>();
  private static final Map<UUID, Attempted> BY_TRANSACTION = new ConcurrentHashMap<>();
  private static final Map<String, Attempted> BY_FOREIGN_GID = new ConcurrentHashMap<>();

  private Points() {}

  /** The thread works for a run from here on. */
  static void enter(Attempted run) {
    CURRENT.set(run);
  }

  static void leave() {
    CURRENT.remove();
  }

  /** The run that this thread works for. */
  static Attempted current() {
    Attempted run = CURRENT.get();
    return run == null ? Attempted.NONE : run;
  }

  /** A branch is begun in this thread. */
  static void begun(UUID datTxn, String store) {
    Attempted run = CURRENT.get();
    if (run != null && BY_TRANSACTION.put(datTxn, run) == null) {
      run.begun(datTxn, store);
    }
  }

  /** A branch is prepared under the name that its manager gave it. */
  static void named(UUID datTxn, String foreignGid) {
    Attempted run = BY_TRANSACTION.get(datTxn);
    if (run != null) {
      BY_FOREIGN_GID.put(foreignGid, run);
    }
  }

  static Attempted of(UUID datTxn) {
    return BY_TRANSACTION.getOrDefault(datTxn, Attempted.NONE);
  }

  static Attempted ofForeign(String gid) {
    return BY_FOREIGN_GID.getOrDefault(gid, Attempted.NONE);
  }
}
