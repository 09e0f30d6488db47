package org.datxa.crash.matrix;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Properties;
import org.datxa.lab.drevo.bolt.BoltClient;

/**
 * Commits in graphs by somebody who knows nothing of DatXA.
 *
 * @param site the configuration
 */
record Strangers(Properties site) {
  void commitIn(String graph) throws IOException {
    URI url = URI.create(site.getProperty("stores." + graph + ".url"));
    try (BoltClient client = BoltClient.connect(url.getHost(), url.getPort()).login("", "")) {
      client.run(site.getProperty("stores." + graph + ".database"), "CREATE (:Stranger)", Map.of());
    }
  }
}
