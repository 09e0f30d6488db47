package org.datxa.lab;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/** Servers in containers, on a port of the host that survives a restart. */
final class Containers {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Containers() {}

  /** Asked for, or the only way on this system when a Docker engine answers. */
  static boolean areWanted(boolean embeddedIsPossible) {
    return LabSettings.isDockerWanted()
        || (!embeddedIsPossible && DockerClientFactory.instance().isDockerAvailable());
  }

  static void bind(GenericContainer<?> container, int innerPort, int outerPort) {
    container.withExposedPorts(innerPort);
    container.withCreateContainerCmdModifier(
        (CreateContainerCmd command) -> {
          HostConfig host = command.getHostConfig();
          command.withHostConfig(
              (host == null ? new HostConfig() : host)
                  .withPortBindings(
                      new PortBinding(
                          Ports.Binding.bindIpAndPort("127.0.0.1", outerPort),
                          new ExposedPort(innerPort))));
        });
  }

  static void awaitReady(String name, BooleanSupplier ready) {
    if (!Deadline.after(LIMIT).await(ready)) {
      throw new LabException(name + " is not ready after " + LIMIT);
    }
  }

  static void kill(GenericContainer<?> container) {
    if (container.isRunning()) {
      client().killContainerCmd(container.getContainerId()).exec();
    }
  }

  static void start(GenericContainer<?> container) {
    client().startContainerCmd(container.getContainerId()).exec();
  }

  static void pause(GenericContainer<?> container) {
    client().pauseContainerCmd(container.getContainerId()).exec();
  }

  static void resume(GenericContainer<?> container) {
    client().unpauseContainerCmd(container.getContainerId()).exec();
  }

  // One client for the whole JVM; Testcontainers closes it.
  private static DockerClient client() {
    return DockerClientFactory.instance().client();
  }
}
