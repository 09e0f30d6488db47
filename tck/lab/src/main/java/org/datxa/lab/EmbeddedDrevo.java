package org.datxa.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import org.datxa.lab.drevo.DrevoServer;
import org.datxa.lab.drevo.DrevoSettings;
import org.datxa.lab.drevo.graph.Behaviour;

/** The stand-in in this JVM. A kill drops all connections and what is not on the disk. */
final class EmbeddedDrevo implements DrevoHost {

  private final Clock clock;
  private DrevoSettings settings;
  private volatile DrevoServer server;

  EmbeddedDrevo(DrevoSettings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
    start();
  }

  private void start() {
    try {
      server = DrevoServer.start(settings, clock, this::stop);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DrevoSettings settings(Behaviour behaviour) {
    return new DrevoSettings(
        settings.folder(),
        server.boltPort(),
        server.httpPort(),
        settings.user(),
        settings.password(),
        behaviour,
        settings.tickByHand());
  }

  private void stop() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int boltPort() {
    return server.boltPort();
  }

  @Override
  public String httpUrl() {
    return "http://127.0.0.1:" + server.httpPort();
  }

  @Override
  public String user() {
    return settings.user();
  }

  @Override
  public String password() {
    return settings.password();
  }

  @Override
  public boolean isOurs() {
    return true;
  }

  @Override
  public synchronized void kill() {
    stop();
  }

  @Override
  public void pause() {
    throw new LabException("A server in this JVM cannot be paused");
  }

  @Override
  public void resume() {
    throw new LabException("A server in this JVM cannot be paused");
  }

  @Override
  public synchronized void restart(Behaviour behaviour) {
    stop();
    settings = settings(behaviour);
    start();
  }

  @Override
  public synchronized void close() {
    stop();
    LabFolders.delete(settings.folder());
  }
}
