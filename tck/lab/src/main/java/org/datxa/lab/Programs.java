package org.datxa.lab;

import java.io.File;
import java.io.IOException;
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

  // A process that nobody has collected yet counts as alive for Java, but does nothing any more.
  static boolean hasEnded(ProcessHandle process) {
    if (!process.isAlive()) {
      return true;
    }
    try {
      String state = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return state.substring(state.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException e) {
      return !process.isAlive();
    }
  }
}
