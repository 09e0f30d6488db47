package org.datxa.lab.drevo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import org.datxa.lab.drevo.graph.Behaviour;

/** Runs a server as a process of its own. */
public final class DrevoMain {

  /** The variable of the environment with the password, which other processes shall not see. */
  public static final String PASSWORD = "DATXA_LAB_DREVO_OWN_PASSWORD";

  private static final int KILLED = 137;

  private DrevoMain() {}

  /**
   * Prints {@code {"bolt":port,"http":port}} when it is ready, and ends with its standard input.
   *
   * @param arguments folder, Bolt port, HTTP port, user, "hand" or "timer", behaviour as JSON
   * @throws IOException when the server cannot start
   */
  public static void main(String[] arguments) throws IOException {
    DrevoSettings settings =
        new DrevoSettings(
            Path.of(arguments[0]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            arguments[3],
            System.getenv().getOrDefault(PASSWORD, ""),
            new ObjectMapper().readValue(arguments[5], Behaviour.class),
            arguments[4].equals("hand"));
    Runnable killer = () -> Runtime.getRuntime().halt(KILLED);
    try (DrevoServer server = DrevoServer.start(settings, Clock.systemUTC(), killer)) {
      System.out.printf("{\"bolt\":%d,\"http\":%d}%n", server.boltPort(), server.httpPort());
      while (System.in.read() >= 0) {
        // nothing is said here; the end counts
      }
    }
  }
}
