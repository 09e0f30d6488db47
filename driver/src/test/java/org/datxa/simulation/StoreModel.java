package org.datxa.simulation;

import java.util.UUID;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Reply;

/** A store in memory. */
interface StoreModel {
  String name();

  /** Performs an effect at the moment at which it arrives. */
  Reply<?> perform(Effect<?> effect, UUID datTxn);

  /** The application's work, before the commit begins. */
  void work(UUID datTxn, boolean wrote);

  /** The session that began the work ends without a word. */
  void sessionEnds(UUID datTxn);

  /** How often the branch is applied: -1 when it is only there in part or more than once. */
  int applied(UUID datTxn);

  /** What is left that should not be, or empty. */
  String leftOf(UUID datTxn);
}
