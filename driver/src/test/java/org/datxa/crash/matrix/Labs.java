package org.datxa.crash.matrix;

import org.datxa.lab.LabClickHouse;
import org.datxa.lab.LabDrevo;
import org.datxa.lab.LabPostgres;

/** Real servers that nobody else uses, so that they may be killed. */
final class Labs implements AutoCloseable {
  private static final String MOST = "400";

  private final LabPostgres stores = postgres();
  private final LabPostgres journals = postgres();
  private final LabPostgres catalogs = postgres();
  private final LabClickHouse clickHouse = LabClickHouse.start();
  private final LabDrevo drevo = LabDrevo.start();

  private static LabPostgres postgres() {
    return LabPostgres.builder()
        .setting("max_connections", MOST)
        .setting("max_prepared_transactions", MOST)
        .start();
  }

  /** The server of the PostgreSQL stores, and of the other database beside DatXA. */
  LabPostgres stores() {
    return stores;
  }

  LabPostgres journals() {
    return journals;
  }

  /** The server of Iceberg's catalogs. */
  LabPostgres catalogs() {
    return catalogs;
  }

  LabClickHouse clickHouse() {
    return clickHouse;
  }

  LabDrevo drevo() {
    return drevo;
  }

  /** Kills the server of a place and returns what starts it again. */
  Runnable kill(Place place, Ledger ledger) {
    return switch (place) {
      case PG -> kill(stores);
      case CH -> {
        clickHouse.kill();
        yield clickHouse::restart;
      }
      case GRAPH -> killDrevo();
      case LAKE -> kill(catalogs);
      case JOURNAL ->
          switch (ledger) {
            case STORE -> kill(stores);
            case DREVO -> killDrevo();
            default -> kill(journals);
          };
    };
  }

  private static Runnable kill(LabPostgres server) {
    server.kill();
    return server::restart;
  }

  private Runnable killDrevo() {
    drevo.kill();
    return drevo::restart;
  }

  @Override
  public void close() {
    drevo.close();
    clickHouse.close();
    catalogs.close();
    journals.close();
    stores.close();
  }
}
