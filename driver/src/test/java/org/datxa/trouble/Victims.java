package org.datxa.trouble;

import org.datxa.lab.LabClickHouse;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabPostgres;
import org.datxa.lab.LabProxy;

/** Servers that may be killed, one of each for all tests of this package. They end with the JVM. */
final class Victims {
  private static LabPostgres postgres;
  private static LabClickHouse clickHouse;
  private static LabDrevo drevo;

  private Victims() {}

  static synchronized LabPostgres postgres() {
    if (postgres == null) {
      postgres = LabPostgres.start();
    }
    return postgres;
  }

  static synchronized LabClickHouse clickHouse() {
    if (clickHouse == null) {
      clickHouse = LabClickHouse.start();
    }
    return clickHouse;
  }

  static synchronized LabDrevo drevo() {
    if (drevo == null) {
      drevo = LabDrevo.start();
    }
    return drevo;
  }

  static Victim ofPostgres() {
    LabPostgres server = postgres();
    LabProxy proxy = LabProxy.start(server.host(), server.port());
    return new Victim(proxy, server::kill, server::restart);
  }

  static Victim ofClickHouse() {
    LabClickHouse server = clickHouse();
    return new Victim(LabProxy.start(server.url()), server::kill, server::restart);
  }

  static Victim ofDrevo() {
    LabDrevo server = drevo();
    LabProxy proxy = LabProxy.start(server.host(), server.port());
    return new Victim(proxy, server::kill, server::restart);
  }
}
