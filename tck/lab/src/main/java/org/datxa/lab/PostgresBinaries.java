package org.datxa.lab;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The programs of PostgreSQL, unpacked once from the archive on the class path. */
final class PostgresBinaries {

  private static final int OWNER_MAY_EXECUTE = 0100;

  private PostgresBinaries() {}

  /** The folder that holds {@code bin/postgres}. */
  static Path folder() {
    try {
      byte[] archive = archive();
      return LabFolders.cached("postgresql-" + digest(archive), to -> unpack(archive, to));
    } catch (IOException e) {
      throw new UncheckedIOException("There is no PostgreSQL for this system", e);
    }
  }

  private static byte[] archive() throws IOException {
    String system = System.getProperty("os.name").startsWith("Mac") ? "Darwin" : "Linux";
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String named = machine.equals("amd64") ? "x86_64" : machine;
    try (InputStream in = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, named)) {
      if (in == null) {
        throw new IOException("No archive for " + system + " on " + named);
      }
      return in.readAllBytes();
    }
  }

  private static String digest(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return String.format("%064x", new BigInteger(1, digest)).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void unpack(byte[] archive, Path folder) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(tar, entry, folder.resolve(entry.getName()).normalize());
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path target)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, target);
    boolean executable = (entry.getMode() & OWNER_MAY_EXECUTE) != 0;
    Files.setPosixFilePermissions(
        target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }

  /** The command that runs a program; PostgreSQL refuses root, so root runs it as nobody. */
  static ProcessBuilder command(Path binaries, String program, List<String> arguments) {
    ProcessBuilder builder = new ProcessBuilder();
    if (isRoot()) {
      builder.command().addAll(List.of("unshare", "-U"));
    }
    builder.command().add(binaries.resolve("bin").resolve(program).toString());
    builder.command().addAll(arguments);
    return builder;
  }

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }
}
