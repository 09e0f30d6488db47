package org.datxa.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import org.datxa.lab.drevo.DrevoMain;
import org.datxa.lab.drevo.DrevoSettings;
import org.datxa.lab.drevo.graph.Behaviour;

/** The stand-in in a process of its own. */
final class ProcessDrevo implements DrevoHost {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String READY = "^\\{\"bolt\":";

  private final Path folder;
  private final String user;
  private final String password;
  private final boolean tickByHand;
  private int boltPort;
  private int httpPort;
  private LabProcess process;

  ProcessDrevo(DrevoSettings settings) {
    folder = settings.folder();
    user = settings.user();
    password = settings.password();
    tickByHand = settings.tickByHand();
    start(settings.behaviour());
  }

  private void start(Behaviour behaviour) {
    LabProcess started =
        LabProcess.builder(DrevoMain.class)
            .jvmOptions("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
            .environment(DrevoMain.PASSWORD, password)
            .arguments(folder.toString(), Integer.toString(boltPort), Integer.toString(httpPort))
            .arguments(user, tickByHand ? "hand" : "timer", json(behaviour))
            .start();
    try {
      JsonNode ports = JSON.readTree(started.awaitLine(READY, LIMIT));
      boltPort = ports.path("bolt").asInt();
      httpPort = ports.path("http").asInt();
    } catch (JsonProcessingException | RuntimeException e) {
      started.close();
      throw new LabException("The drevo server does not start", e);
    }
    process = started;
  }

  private static String json(Behaviour behaviour) {
    try {
      return JSON.writeValueAsString(behaviour);
    } catch (JsonProcessingException e) {
      throw new LabException("A behaviour cannot be written", e);
    }
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int boltPort() {
    return boltPort;
  }

  @Override
  public String httpUrl() {
    return "http://127.0.0.1:" + httpPort;
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
  public boolean isOurs() {
    return true;
  }

  @Override
  public synchronized void kill() {
    process.kill9();
  }

  @Override
  public synchronized void pause() {
    process.pause();
  }

  @Override
  public synchronized void resume() {
    process.resume();
  }

  @Override
  public synchronized void restart(Behaviour behaviour) {
    process.kill9();
    start(behaviour);
  }

  @Override
  public synchronized void close() {
    process.kill9();
    LabFolders.delete(folder);
  }
}
