package org.datxa.jta.contract;

import org.datxa.DatXA;
import org.datxa.lab.LabProxy;
import org.datxa.stores.TestDeployment;

/** One store behind a resource under test, and what tests do to it. */
abstract class StorePart {
  final String store;
  TestDeployment lab;

  StorePart(String store) {
    this.store = store;
  }

  /** Configures the store; what can go through the proxy does. */
  abstract void configure(TestDeployment into, LabProxy proxy);

  abstract void write(DatXA datxa, long id) throws Exception;

  /** Takes part in the transaction of the thread without changing anything. */
  abstract void read(DatXA datxa) throws Exception;

  /** Whether the row is there for everybody. */
  abstract boolean has(long id);

  /** Makes sure that the store refuses to prepare a branch that will write the row. */
  void doomBefore(long id) {}

  /** Makes sure that the store refuses to prepare a branch that has written the row. */
  void doomAfter() {}

  /** Undoes every fault that a test made in the server itself. */
  void clearFaults() {}

  /** Undoes {@link #doomAfter}. */
  void heal() {}
}
