package org.datxa.atomikos;

import java.util.List;
import org.datxa.managers.ManagedCrashes;
import org.junit.jupiter.params.provider.Arguments;

/** Processes that are killed under Atomikos, and its own recovery. */
class AtomikosCrashTest extends ManagedCrashes {
  AtomikosCrashTest() {
    super(
        AtomikosOnDisk.class,
        List.of(
            Arguments.of("ours", "other before prepare", 0),
            Arguments.of("ours", "other before commit", 1),
            Arguments.of("other", "ours before commit", 1),
            Arguments.of("ours", "ch before apply", 1)));
  }
}
