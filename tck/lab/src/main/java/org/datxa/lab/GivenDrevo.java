package org.datxa.lab;

import java.net.URI;
import org.datxa.lab.drevo.graph.Behaviour;

/** A server of the user's, named by its Bolt address; the lab does not stop it. */
final class GivenDrevo extends GivenServer implements DrevoHost {

  private static final int DEFAULT_PORT = 7687;

  private final String host;
  private final int port;
  private final String user;
  private final String password;

  GivenDrevo(String address) {
    URI uri = URI.create(address);
    if (!"bolt".equals(uri.getScheme()) || uri.getHost() == null) {
      throw new LabException("The address of a drevo server looks like bolt://host:port");
    }
    host = uri.getHost();
    port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    user = LabSettings.text("datxa.lab.drevo.user", "DATXA_LAB_DREVO_USER").orElse("");
    password = LabSettings.text("datxa.lab.drevo.password", "DATXA_LAB_DREVO_PASSWORD").orElse("");
  }

  @Override
  public String host() {
    return host;
  }

  @Override
  public int boltPort() {
    return port;
  }

  @Override
  public String httpUrl() {
    throw new LabException("The lab does not know this server's HTTP address");
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
  public void restart(Behaviour behaviour) {
    throw notOurs();
  }
}
