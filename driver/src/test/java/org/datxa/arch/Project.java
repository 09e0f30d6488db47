package org.datxa.arch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files of the project as they lie on the disk, without what a build makes. */
public final class Project {
  private static final Set<String> MADE = Set.of("target", "node_modules", ".git", ".idea");

  private Project() {}

  /** The folder that holds the whole project. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(folder.resolve("spi/SPEC.md"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("The sources of the project are not around this folder.");
      }
    }
    return folder;
  }

  /** All files that are not made by a build, relative to the root. */
  static List<Path> files() {
    List<Path> files = new ArrayList<>();
    Path root = root();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return MADE.contains(folder.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (!MADE.contains(file.getFileName().toString())) {
                files.add(root.relativize(file));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  /** The Java files below every {@code src/main}. */
  static List<Path> mainSources() {
    return files().stream().filter(file -> isJavaIn(file, "src/main/java")).toList();
  }

  /** The Java files below every {@code src/test}. */
  public static List<Path> testSources() {
    return files().stream().filter(file -> isJavaIn(file, "src/test/java")).toList();
  }

  private static boolean isJavaIn(Path file, String folder) {
    String name = unix(file);
    return name.contains(folder + "/") && name.endsWith(".java");
  }

  /** A path with slashes, on any system. */
  static String unix(Path file) {
    return file.toString().replace('\\', '/');
  }

  /** What lies directly in the root and is not ignored by git. */
  static List<String> topLevel() {
    FileSystem files = root().getFileSystem();
    List<PathMatcher> ignored =
        read(Path.of(".gitignore"))
            .lines()
            .map(line -> files.getPathMatcher("glob:" + line.replaceFirst("/$", "")))
            .toList();
    try (Stream<Path> entries = Files.list(root())) {
      return entries
          .map(Path::getFileName)
          .filter(name -> ignored.stream().noneMatch(it -> it.matches(name)))
          .map(Path::toString)
          .filter(name -> !MADE.contains(name))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bytes of a file as characters, whatever it is. */
  static String raw(Path relative) {
    try {
      return Files.readString(root().resolve(relative), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a file. */
  public static String read(Path relative) {
    try {
      return Files.readString(root().resolve(relative), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
