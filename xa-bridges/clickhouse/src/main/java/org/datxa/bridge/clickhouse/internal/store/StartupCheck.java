package org.datxa.bridge.clickhouse.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.datxa.spi.Finding;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** Looks at everything that a branch will need. */
final class StartupCheck {
  private static final int LEAST_VERSION = 24;

  private final ServerAccess server;
  private final Markers markers;
  private final List<Finding> findings = new ArrayList<>();

  StartupCheck(ServerAccess server, Markers markers) {
    this.server = server;
    this.markers = markers;
  }

  List<Finding> run() {
    if (attempt(this::version)) {
      attempt(this::settings);
      attempt(() -> findings.addAll(markers.check()));
      attempt(() -> new Attempts(server).create());
      attempt(() -> new Bindings(server).create());
    }
    return List.copyOf(findings);
  }

  private void version() throws StoreException {
    String version = server.rows("SELECT version()", 1).get(0).get(0);
    if (Integer.parseInt(version.substring(0, version.indexOf('.'))) < LEAST_VERSION) {
      findings.add(
          new Finding(
              server.store(),
              "ClickHouse " + version + " is too old",
              "use " + LEAST_VERSION + ".1 or later"));
    }
  }

  /** The account must be able to send what an insert is sent with, max_query_size among it. */
  private void settings() throws StoreException {
    Map<String, String> settings = Statements.insertSettings(server.settings(), 0, 1, "check");
    try {
      server.channel().ask("SELECT 1", settings);
    } catch (StoreRefused e) {
      findings.add(
          new Finding(
              server.store(),
              "the account may not change a setting that an insert needs: " + e.getMessage(),
              "let the account change " + String.join(", ", settings.keySet())));
    }
  }

  private boolean attempt(Step step) {
    try {
      step.run();
      return true;
    } catch (StoreException e) {
      findings.add(finding(server.store(), e));
      return false;
    }
  }

  static Finding finding(String store, StoreException e) {
    return new Finding(store, e.getMessage(), "check url, user, password and the database");
  }

  private interface Step {
    void run() throws StoreException;
  }
}
