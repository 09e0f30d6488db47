package org.datxa.atomikos;

import org.datxa.managers.ManagedLoops;

/** Atomikos' recovery and DatXA's own at the same time. */
class AtomikosLoopTest extends ManagedLoops {
  AtomikosLoopTest() {
    super(AtomikosOnDisk.class);
  }
}
