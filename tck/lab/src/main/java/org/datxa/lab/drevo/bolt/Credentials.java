package org.datxa.lab.drevo.bolt;

import java.util.Map;

/** Who may connect: everybody, or one user. */
public final class Credentials {

  private final String user;
  private final String password;

  private Credentials(String user, String password) {
    this.user = user;
    this.password = password;
  }

  /**
   * One user, or everybody.
   *
   * @param user the user, empty for everybody
   * @param password the password
   * @return the credentials
   */
  public static Credentials of(String user, String password) {
    return new Credentials(user, password);
  }

  boolean accept(Map<?, ?> hello) {
    if (user.isEmpty()) {
      return true;
    }
    Object scheme = hello.get("scheme");
    return (scheme == null || scheme.equals("basic"))
        && user.equals(hello.get("principal"))
        && password.equals(hello.get("credentials"));
  }

  @Override
  public String toString() {
    return user.isEmpty() ? "everybody" : user;
  }
}
