package org.datxa.lab;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs of the system. */
final class Programs {

  private Programs() {}

  static boolean isOnPath(String name) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }
}
