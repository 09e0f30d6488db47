package org.datxa.bridge.clickhouse.internal.store;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import org.datxa.bridge.clickhouse.internal.http.Endpoint;
import org.datxa.spi.StoreConfig;

/** Reads addresses in the forms in which people have them. */
final class Addresses {
  private static final String LEGAL =
      "http://host:port/database, https://host:port/database or jdbc:clickhouse://host:port/database";

  private Addresses() {}

  static Endpoint endpoint(StoreConfig config) {
    URI uri = parse(config.name(), config.required("url"));
    String path = uri.getPath() == null ? "" : uri.getPath().replaceFirst("^/", "");
    String database = config.optional("database").orElse(path.isEmpty() ? "default" : path);
    boolean secure = uri.getScheme().equals("https") || "ssl=true".equals(uri.getQuery());
    String scheme = secure ? "https" : "http";
    int port = uri.getPort() > 0 ? uri.getPort() : secure ? 8443 : 8123;
    long execution = config.number("max_execution_ms", 10_000, 1000, 600_000);
    long answer = config.number("socket_timeout_ms", execution + 5000, 100, 3_600_000);
    return new Endpoint(
        config.name(),
        URI.create(scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + ":" + port),
        database,
        config.optional("user").orElse("default"),
        config.optional("password").orElse(""),
        Duration.ofMillis(config.number("connect_timeout_ms", 5000, 100, 600_000)),
        Duration.ofMillis(answer));
  }

  private static URI parse(String store, String url) {
    String plain = url.replaceFirst("^jdbc:(clickhouse|ch):", "");
    try {
      URI uri = new URI(plain.startsWith("//") ? "http:" + plain : plain);
      String query = uri.getQuery();
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean known = query == null || query.equals("ssl=true") || query.equals("ssl=false");
      if (web && known && uri.getHost() != null && uri.getUserInfo() == null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // The exception shows the address, and the address may hold a secret.
      throw refused(store);
    }
    throw refused(store);
  }

  private static IllegalArgumentException refused(String store) {
    return new IllegalArgumentException(
        "Store '"
            + store
            + "': 'url' must be "
            + LEGAL
            + ", with nothing else but ?ssl=true; give user, password and settings as properties.");
  }
}
