package org.datxa.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * A small disk of its own that can be filled up: a tmpfs, mounted for as long as this object lives.
 * It goes with the JVM, however that ends. Mounting takes root; {@link #isPossible()} tells.
 */
public final class LabDisk implements AutoCloseable {

  // The end of the input is also the end of the JVM.
  private static final String SCRIPT =
      "trap '' INT TERM HUP; mount -t tmpfs -o size=\"$2\",mode=0777 datxa-lab \"$1\" || exit 1;"
          + " echo mounted; cat > /dev/null; umount -l \"$1\"; rmdir \"$1\"";

  private static final int LIMIT_SECONDS = 20;
  private static final int BLOCK = 4096;

  private final Path folder;
  private final Process keeper;

  private LabDisk(Path folder, Process keeper) {
    this.folder = folder;
    this.keeper = keeper;
  }

  /**
   * Whether a disk can be made here.
   *
   * @return false where mounting is not allowed
   */
  public static boolean isPossible() {
    try (LabDisk disk = of(BLOCK)) {
      return Files.isDirectory(disk.path());
    } catch (LabException e) {
      return false;
    }
  }

  /**
   * Makes a disk.
   *
   * @param bytes how much it holds
   * @return the empty disk
   * @throws LabException where mounting is not allowed
   */
  public static LabDisk of(long bytes) {
    Path folder = LabFolders.temporary("disk");
    try {
      Process keeper =
          new ProcessBuilder("sh", "-c", SCRIPT, "sh", folder.toString(), Long.toString(bytes))
              .redirectErrorStream(true)
              .start();
      BufferedReader output =
          new BufferedReader(
              new InputStreamReader(keeper.getInputStream(), StandardCharsets.UTF_8));
      String answer = output.readLine();
      if (!"mounted".equals(answer)) {
        throw new LabException("No disk can be mounted: " + answer);
      }
      return new LabDisk(folder, keeper);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Where it is.
   *
   * @return a folder that everybody may write
   */
  public Path path() {
    return folder;
  }

  /**
   * What is left on it.
   *
   * @return bytes
   */
  public long freeBytes() {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Fills it up with a file of ours, to the last block.
   *
   * @param spare how many bytes to leave free
   */
  public void fill(long spare) {
    byte[] block = new byte[BLOCK];
    while (freeBytes() >= spare + BLOCK) {
      try {
        Files.write(ballast(), block, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        return; // full, whatever it says is free
      }
    }
  }

  /** Gives back what {@link #fill} took. */
  public void free() {
    try {
      Files.deleteIfExists(ballast());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path ballast() {
    return folder.resolve("ballast");
  }

  @Override
  public void close() {
    try {
      keeper.getOutputStream().close();
      if (!keeper.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new LabException("The disk at " + folder + " is still mounted");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("Interrupted while a disk was unmounted", e);
    }
  }
}
