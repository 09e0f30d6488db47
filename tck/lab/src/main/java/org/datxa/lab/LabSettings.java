package org.datxa.lab;

import java.util.Optional;

/** Settings of the lab: a system property, else an environment variable. */
final class LabSettings {

  private LabSettings() {}

  static Optional<String> text(String property, String variable) {
    String value = System.getProperty(property, System.getenv(variable));
    return Optional.ofNullable(value).map(String::trim).filter(text -> !text.isEmpty());
  }

  static boolean isDockerWanted() {
    return text("datxa.lab.docker", "DATXA_LAB_DOCKER")
        .map(value -> value.equalsIgnoreCase("true") || value.equals("1"))
        .orElse(false);
  }
}
