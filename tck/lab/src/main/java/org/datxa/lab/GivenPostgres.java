package org.datxa.lab;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of the user's, named by its JDBC address; the lab does not stop it. */
final class GivenPostgres extends GivenServer implements PostgresServer {

  private static final Pattern URL =
      Pattern.compile("(jdbc:postgresql://[^/?]+)/?([^?]*)(\\?.*)?", Pattern.DOTALL);

  private final String base;
  private final String parameters;

  GivenPostgres(String url) {
    Matcher matcher = URL.matcher(url);
    if (!matcher.matches()) {
      throw new LabException("Not an address of the form jdbc:postgresql://host:port/database");
    }
    this.base = matcher.group(1);
    this.parameters = matcher.group(3) == null ? "" : matcher.group(3);
  }

  @Override
  public String base() {
    return base;
  }

  @Override
  public String parameters() {
    return parameters;
  }

  @Override
  public String user() {
    return parameter("user", "postgres");
  }

  @Override
  public String password() {
    return parameter("password", "");
  }

  private String parameter(String name, String otherwise) {
    Matcher matcher = Pattern.compile("[?&]" + name + "=([^&]*)").matcher(parameters);
    return matcher.find() ? matcher.group(1) : otherwise;
  }

  @Override
  public void restart() {
    throw notOurs();
  }
}
