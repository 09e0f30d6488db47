package org.datxa.journal.internal.drevo;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The address of a graph.
 *
 * @param scheme how it is spoken to
 * @param host the host in lower case
 * @param port the port
 * @param database the name of the database
 */
public record DrevoAddress(String scheme, String host, int port, String database) {
  private static final Set<String> SCHEMES = Set.of("bolt", "bolt+s", "bolt+ssc");
  private static final int BOLT_PORT = 7687;
  private static final String DEFAULT_DATABASE = "drevo";
  private static final String DATABASE = "database=";
  private static final Pattern NUMERIC = Pattern.compile("[0-9.]+|[0-9a-f:.]*:[0-9a-f:.]*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,62}");

  /**
   * Reads an address. What is refused is not shown: it may carry secrets.
   *
   * @param url {@code bolt://host[:port][?database=name]}
   * @return the address
   * @throws IllegalArgumentException if it is none, or has credentials in it
   */
  public static DrevoAddress parse(String url) {
    URI uri = uri(url);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!SCHEMES.contains(scheme)) {
      throw new IllegalArgumentException(
          "A journal in drevo is at bolt://host[:port]?database=name; drevo has no routing, so"
              + " neo4j:// does not work");
    }
    boolean plain = uri.getPath() == null || uri.getPath().isEmpty() || uri.getPath().equals("/");
    if (uri.getHost() == null || !plain || uri.getFragment() != null) {
      throw refused("it is not bolt://host[:port]?database=name");
    }
    if (uri.getUserInfo() != null) {
      throw refused("it has credentials in it; they have properties of their own");
    }
    return new DrevoAddress(
        scheme,
        uri.getHost().toLowerCase(Locale.ROOT),
        uri.getPort() < 0 ? BOLT_PORT : uri.getPort(),
        database(uri.getQuery()));
  }

  private static URI uri(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      // without the cause, whose message shows all of it
      throw refused("it is not a URL: " + e.getReason());
    }
  }

  private static String database(String query) {
    if (query == null || query.isEmpty() || query.equals(DATABASE)) {
      return DEFAULT_DATABASE;
    }
    if (!query.startsWith(DATABASE)) {
      throw refused("after the ? there is something else than database=name");
    }
    String name = query.substring(DATABASE.length());
    if (!NAME.matcher(name).matches()) {
      throw refused("its database is not 1 to 63 of A-Z a-z 0-9 _ -, not beginning with -");
    }
    return name;
  }

  private static IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("The address of the journal in drevo is refused: " + why);
  }

  /**
   * Server and database.
   *
   * @return the graph, in one spelling, this machine's own addresses included
   */
  public String graph() {
    return oneSpelling() + ':' + port + '/' + database;
  }

  private String oneSpelling() {
    String bare = host.replaceAll("^\\[|\\]$|\\.$", "");
    if (!NUMERIC.matcher(bare).matches()) {
      return bare;
    }
    try {
      InetAddress address = InetAddress.getByName(bare); // of digits, so nobody is asked
      boolean here = address.isLoopbackAddress() || address.isAnyLocalAddress();
      return here ? "localhost" : address.getHostAddress();
    } catch (UnknownHostException e) {
      return bare;
    }
  }

  /**
   * The address for the client.
   *
   * @return the address without the database
   */
  String server() {
    return scheme + "://" + host + ':' + port;
  }
}
