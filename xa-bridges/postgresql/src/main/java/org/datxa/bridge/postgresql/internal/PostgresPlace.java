package org.datxa.bridge.postgresql.internal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeSet;
import org.datxa.bridge.SqlName;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Where a store is: the address of its database, and the schema of its markers.
 *
 * @param url the address as configured; it may hold a password and is never shown
 * @param location the canonical place of the markers, without secrets
 * @param severalHosts whether the address names more than one host
 * @param schema the schema of the markers
 */
public record PostgresPlace(String url, String location, boolean severalHosts, SqlName schema) {
  static PostgresPlace of(String store, String url, SqlName schema) {
    Properties parsed = parse(store, url);
    String autosave = PGProperty.AUTOSAVE.getOrDefault(parsed);
    if (autosave != null && !autosave.equalsIgnoreCase("never")) {
      throw new IllegalArgumentException(
          "Store '" + store + "': 'url' must not set autosave; it hides failed transactions.");
    }
    String servers = servers(parsed);
    String database = PGProperty.PG_DBNAME.getOrDefault(parsed);
    return new PostgresPlace(
        url,
        "postgresql://" + servers + "/" + database + "/" + schema,
        servers.contains(","),
        schema);
  }

  private static Properties parse(String store, String url) {
    Properties parsed = Driver.parseURL(url, new Properties());
    if (parsed == null || PGProperty.PG_DBNAME.getOrDefault(parsed) == null) {
      throw new IllegalArgumentException(
          "Store '" + store + "': 'url' must be jdbc:postgresql://<host>[:<port>]/<database>.");
    }
    return parsed;
  }

  private static String servers(Properties parsed) {
    String[] hosts =
        PGProperty.PG_HOST.getOrDefault(parsed).toLowerCase(Locale.ROOT).split(",", -1);
    String[] ports = PGProperty.PG_PORT.getOrDefault(parsed).split(",", -1);
    TreeSet<String> servers = new TreeSet<>();
    for (int i = 0; i < hosts.length; i++) {
      servers.add(hosts[i] + ":" + ports[Math.min(i, ports.length - 1)]);
    }
    return String.join(",", Arrays.asList(servers.toArray(new String[0])));
  }

  @Override
  public String toString() {
    return location;
  }
}
