package org.datxa.bridge.drevo.internal;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a graph is.
 *
 * @param uri the address for the client
 * @param database the name of the database
 * @param location the same place in the one form that all spellings of it have
 */
public record DrevoPlace(URI uri, String database, String location) {
  private static final String DEFAULT_DATABASE = "drevo";
  private static final int DEFAULT_PORT = 7687;
  private static final Set<String> SCHEMES = Set.of("bolt", "bolt+s", "bolt+ssc");
  private static final Pattern DATABASE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,62}");
  private static final Pattern NUMERIC = Pattern.compile("[0-9.]+|[0-9a-f:.]*:[0-9a-f:.]*");

  static DrevoPlace of(String store, String url, Optional<String> database) {
    URI uri = parse(store, url);
    String name = database.orElse(DEFAULT_DATABASE);
    if (!DATABASE.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Store '" + store + "': 'database' must be a name of 1 to 63 of A-Z a-z 0-9 _ -.");
    }
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    return new DrevoPlace(
        address(uri, port), name, "drevo://" + host(uri.getHost()) + ":" + port + "/" + name);
  }

  private static URI parse(String store, String url) {
    String legal = "'url' must be bolt://<host>[:<port>], or the same with bolt+s or bolt+ssc";
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("Store '" + store + "': " + legal + ".", withoutText(e));
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (scheme.startsWith("neo4j")) {
      throw new IllegalArgumentException(
          "Store '" + store + "': drevo does not route, so " + legal + ".");
    }
    boolean pathless = uri.getPath() == null || uri.getPath().matches("/*");
    boolean plain = uri.getQuery() == null && uri.getFragment() == null && pathless;
    if (!SCHEMES.contains(scheme) || uri.getHost() == null || !plain) {
      throw new IllegalArgumentException("Store '" + store + "': " + legal + ".");
    }
    if (uri.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "Store '" + store + "': credentials belong into 'user' and 'password', not into 'url'.");
    }
    return uri;
  }

  /** The exception of the JDK shows the whole address, which may hold a password. */
  private static Exception withoutText(URISyntaxException e) {
    return new URISyntaxException("url", e.getReason(), e.getIndex());
  }

  private static URI address(URI uri, int port) {
    return URI.create(
        uri.getScheme().toLowerCase(Locale.ROOT) + "://" + uri.getHost() + ":" + port);
  }

  /** One text for all spellings of this machine; other names are not looked up. */
  private static String host(String host) {
    String bare = host.toLowerCase(Locale.ROOT).replaceAll("^\\[|\\]$|\\.$", "");
    if (bare.equals("localhost")) {
      return bare;
    }
    if (!NUMERIC.matcher(bare).matches()) {
      return bare;
    }
    try {
      InetAddress address = InetAddress.getByName(bare); // of digits, so nobody is asked
      return address.isLoopbackAddress() || address.isAnyLocalAddress()
          ? "localhost"
          : address.getHostAddress();
    } catch (UnknownHostException e) {
      return bare;
    }
  }

  @Override
  public String toString() {
    return location;
  }
}
