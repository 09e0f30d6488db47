package org.datxa.narayana;

import org.datxa.managers.ManagedCrashes;

/** Processes that are killed under Narayana, and its own recovery. */
class NarayanaCrashTest extends ManagedCrashes {
  NarayanaCrashTest() {
    super(NarayanaOnDisk.class, ALL_KILLS);
  }
}
