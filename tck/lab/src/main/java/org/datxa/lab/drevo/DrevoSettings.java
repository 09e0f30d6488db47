package org.datxa.lab.drevo;

import java.nio.file.Path;
import org.datxa.lab.drevo.graph.Behaviour;

/**
 * How a server starts. Immutable.
 *
 * @param folder where its data are
 * @param boltPort the port of Bolt, 0 for a free one
 * @param httpPort the port of HTTP, 0 for a free one
 * @param user who may connect, empty for everybody
 * @param password the user's password
 * @param behaviour how it behaves
 * @param tickByHand whether the periodic work happens only when it is asked for
 */
public record DrevoSettings(
    Path folder,
    int boltPort,
    int httpPort,
    String user,
    String password,
    Behaviour behaviour,
    boolean tickByHand) {

  @Override
  public String toString() {
    return "DrevoSettings[" + folder + ", bolt " + boltPort + ", http " + httpPort + "]";
  }
}
