package org.datxa.bridge.clickhouse.internal.store;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.datxa.bridge.clickhouse.internal.sql.Sql;
import org.datxa.bridge.clickhouse.internal.table.TableName;
import org.datxa.spi.Finding;
import org.datxa.spi.error.StoreException;

/**
 * Who uses a database: rule J6. All markers of a database are in one table, so one store of one
 * journal may use it. Of two that bind at the same moment at most one succeeds: each writes before
 * it looks.
 */
final class Bindings {
  private record Binding(String id, String store, String journal) {}

  private final ServerAccess server;
  private final TableName name;

  Bindings(ServerAccess server) {
    this.server = server;
    this.name = new TableName(server.settings().endpoint().database(), "dat_binding");
  }

  void create() throws StoreException {
    server
        .channel()
        .ask(
            "CREATE TABLE IF NOT EXISTS "
                + name.quoted()
                + " (id UUID, store String,"
                + " location String, journal UUID, bound_at DateTime64(6, 'UTC') DEFAULT now64(6))"
                + " ENGINE = MergeTree ORDER BY (store, id)",
            Map.of());
  }

  List<Finding> bind(UUID journal, String location) throws StoreException {
    create();
    List<Binding> found = read();
    if (found.isEmpty()) {
      found = insertAndRead(journal, location);
    }
    return found.stream()
        .filter(binding -> !isOurs(binding, journal))
        .map(this::finding)
        .collect(Collectors.toList());
  }

  private List<Binding> insertAndRead(UUID journal, String location) throws StoreException {
    String id = UUID.randomUUID().toString();
    server
        .channel()
        .ask(
            "INSERT INTO "
                + name.quoted()
                + " (id, store, location, journal) SELECT toUUID('"
                + id
                + "'), "
                + Sql.literal(server.store())
                + ", "
                + Sql.literal(location)
                + ", toUUID('"
                + journal
                + "')",
            Map.of("async_insert", "0"));
    List<Binding> found = read();
    Binding first = found.get(0);
    if (!first.id().equals(id) && !isOurs(first, journal)) {
      server.channel().ask("DELETE FROM " + name.quoted() + " WHERE id = '" + id + "'", Map.of());
    }
    return found;
  }

  private List<Binding> read() throws StoreException {
    return server
        .rows(
            "SELECT toString(id), store, toString(journal) FROM "
                + name.quoted()
                + " ORDER BY bound_at, id",
            3)
        .stream()
        .map(row -> new Binding(row.get(0), row.get(1), row.get(2)))
        .collect(Collectors.toList());
  }

  private boolean isOurs(Binding binding, UUID journal) {
    return binding.store().equals(server.store()) && binding.journal().equals(journal.toString());
  }

  private Finding finding(Binding binding) {
    return new Finding(
        server.store(),
        "the database "
            + name.database()
            + " is bound to store '"
            + binding.store()
            + "' of the journal "
            + binding.journal(),
        "give this store a database of its own, or start with the journal it is bound to; delete"
            + " the row of a deployment that is gone from "
            + name);
  }
}
