package org.datxa.internal.work;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.datxa.internal.protocol.Verdict;

/**
 * The meta-transactions whose decision this process may have sent and has not seen confirmed. J2:
 * nothing that is missing proves anything of them. The oldest are forgotten when there are too
 * many.
 */
public final class Doubts {
  private static final int MOST = 100_000;

  private final Set<UUID> ids =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<UUID, Boolean> eldest) {
                  return size() > MOST;
                }
              }));

  void begin(UUID datTxn) {
    ids.add(datTxn);
  }

  void told(UUID datTxn, Verdict verdict) {
    if (verdict instanceof Verdict.Doubtful) {
      ids.add(datTxn);
    } else {
      ids.remove(datTxn);
    }
  }

  /**
   * Whether it may be decided although nothing of it is found.
   *
   * @param datTxn the meta-transaction
   * @return true if this process is at it, or left it in doubt
   */
  public boolean contains(UUID datTxn) {
    return ids.contains(datTxn);
  }

  /**
   * What is known for certain leaves no doubt.
   *
   * @param datTxn the meta-transaction
   */
  public void settled(UUID datTxn) {
    ids.remove(datTxn);
  }
}
