package org.datxa.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** How a process that is to be killed talks to the test. */
public final class Standstill {
  /** What it prints before it waits for a line. */
  public static final String READY = "READY";

  /** What it prints when it stands still. */
  public static final String STOPPED = "STOPPED";

  private static final BufferedReader COMMANDS =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private Standstill() {}

  /**
   * Waits for a line of the test.
   *
   * @return the line; null when the test has ended
   */
  public static String awaitLine() {
    try {
      return COMMANDS.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Stands still when this is the point.
   *
   * @param point where the process is
   * @param stop where it shall stand still
   */
  public static void at(String point, String stop) {
    if (point.equals(stop)) {
      System.out.println(STOPPED + " " + point);
      awaitLine();
    }
  }
}
