package org.datxa.simulation;

import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;

/** A store in memory. Meta-transactions are known by their number. */
interface StoreModel {
  String name();

  /** Performs an effect at the moment at which it arrives. */
  Reply<?> perform(Effect<?> effect, UUID datTxn);

  /** The application's work, before the commit begins. */
  void work(int txn, boolean wrote);

  /** The session that began the work ends without a word. */
  void sessionEnds(int txn);

  /** How often the branch is applied: -1 when it is only there in part or more than once. */
  int applied(int txn);

  /** What is left that should not be, or empty. */
  String leftOf(int txn);

  /** All of it as a hash. */
  long digest();
}
