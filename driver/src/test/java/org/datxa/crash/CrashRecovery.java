package org.datxa.crash;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.datxa.DatXA;

/** A process that recovers until nothing is left to do. */
public final class CrashRecovery {
  private static final int MOST_PASSES = 600;

  private CrashRecovery() {}

  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      properties.load(reader);
    }
    try (DatXA datxa = DatXA.builder().properties(properties).start()) {
      for (int pass = 0; pass < MOST_PASSES && !datxa.recover().isClean(); pass++) {
        Thread.sleep(100);
      }
    }
    System.out.println("RECOVERED");
  }
}
