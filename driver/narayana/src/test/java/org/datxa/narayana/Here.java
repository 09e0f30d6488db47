package org.datxa.narayana;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/** The one Narayana of the JVM of the tests. */
final class Here {
  static final NarayanaOnDisk NARAYANA = start();

  private Here() {}

  private static NarayanaOnDisk start() {
    try {
      return new NarayanaOnDisk(Files.createTempDirectory("narayana"), "here");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (CoreEnvironmentBeanException e) {
      throw new IllegalStateException(e);
    }
  }
}
