package org.datxa.cdi.internal;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.datxa.spi.Finding;
import org.datxa.spi.error.ConfigurationRefused;

/** The configuration of an application that has no bean for it. Values are never shown. */
final class Configuration {
  static final String FILE = "META-INF/datxa.properties";
  private static final String PREFIX = "datxa.";

  private Configuration() {}

  /**
   * The file on the class path, over which the system properties have the last word.
   *
   * @return empty when there is neither
   */
  static Optional<Properties> found(ClassLoader loader, Properties system) throws IOException {
    Properties all = file(loader);
    for (String key : system.stringPropertyNames()) {
      if (key.startsWith(PREFIX)) {
        all.setProperty(key.substring(PREFIX.length()), system.getProperty(key));
      }
    }
    return Optional.of(all).filter(it -> !it.isEmpty());
  }

  private static Properties file(ClassLoader loader) throws IOException {
    List<URL> files = new ArrayList<>(Collections.list(loader.getResources(FILE)));
    if (files.size() > 1) {
      throw new ConfigurationRefused(
          List.of(
              new Finding(
                  "configuration",
                  FILE + " is on the class path " + files.size() + " times: " + files,
                  "leave one of them.")));
    }
    Properties properties = new Properties();
    for (URL file : files) {
      try (InputStream in = file.openStream()) {
        properties.load(in);
      }
    }
    return properties;
  }
}
