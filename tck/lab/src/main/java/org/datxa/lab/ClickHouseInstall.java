package org.datxa.lab;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine and its HTTP server, installed once by npm into the lab's cache. */
final class ClickHouseInstall {

  private static final Logger LOG = LoggerFactory.getLogger(ClickHouseInstall.class);
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final String VERSION = "3.4.0";
  private static final List<String> PACKAGE = List.of("package.json", "package-lock.json");
  private static final List<String> SOURCES =
      List.of("server.mjs", "engine.mjs", "faults.mjs", "request.mjs", "lz4.mjs", "sql.mjs");

  private ClickHouseInstall() {}

  /**
   * The folder with {@code server.mjs}. The sources lie below the installed package, where Node
   * looks upwards for it, so that a change of a source does not install the engine again.
   */
  static Path folder() {
    Map<String, byte[]> locked = read(PACKAGE);
    Path engine =
        LabFolders.cached("chdb-" + VERSION + "-" + digest(locked), to -> install(locked, to));
    Map<String, byte[]> sources = read(SOURCES);
    String name = engine.getFileName() + "/server-" + digest(sources);
    return LabFolders.cached(name, to -> write(sources, to));
  }

  private static void install(Map<String, byte[]> files, Path folder) throws IOException {
    LOG.info("Installing the ClickHouse engine (about 190 MB, once) into {}", folder);
    write(files, folder);
    ProcessBuilder npm =
        new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    ChildProcess.run("npm", npm.directory(folder.toFile()), LIMIT);
    LOG.info("The ClickHouse engine is installed");
  }

  private static void write(Map<String, byte[]> files, Path folder) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue());
    }
  }

  private static Map<String, byte[]> read(List<String> names) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String name : names) {
      try (InputStream in = ClickHouseInstall.class.getResourceAsStream("clickhouse/" + name)) {
        files.put(name, in.readAllBytes());
      } catch (IOException e) {
        throw new LabException("The lab's resource " + name + " cannot be read", e);
      }
    }
    return files;
  }

  private static String digest(Map<String, byte[]> files) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      files.values().forEach(digest::update);
      return String.format("%064x", new BigInteger(1, digest.digest())).substring(0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
