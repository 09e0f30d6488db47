package org.datxa.narayana;

import org.datxa.managers.ManagedLoops;

/** Narayana's recovery and DatXA's own at the same time. */
class NarayanaLoopTest extends ManagedLoops {
  NarayanaLoopTest() {
    super(NarayanaOnDisk.class);
  }
}
