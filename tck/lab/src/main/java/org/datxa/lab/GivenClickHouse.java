package org.datxa.lab;

import java.net.URI;

/** A server of the user's, named by the address of its HTTP interface; the lab does not stop it. */
final class GivenClickHouse extends GivenServer implements ClickHouseServer {

  private static final int DEFAULT_PORT = 8123;

  private final String url;
  private final String user;
  private final String password;

  GivenClickHouse(String address) {
    URI uri = URI.create(address);
    String[] credentials =
        (uri.getUserInfo() == null ? "default" : uri.getUserInfo()).split(":", 2);
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    this.url = uri.getScheme() + "://" + uri.getHost() + ":" + port;
    this.user = credentials[0];
    this.password = credentials.length > 1 ? credentials[1] : "";
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public String user() {
    return user;
  }

  @Override
  public String password() {
    return password;
  }

  @Override
  public void restart() {
    throw notOurs();
  }
}
