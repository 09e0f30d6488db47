package org.datxa.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Sizes, documentation and order of the sources. */
class TidyTest {
  private static final double MOST = 0.95;

  private static final Set<String> TOP_LEVEL =
      Set.of(
          ".ci",
          ".gitignore",
          ".mvn",
          "CHANGELOG.md",
          "LICENSE",
          "README.md",
          "driver",
          "journal",
          "pom.xml",
          "spi",
          "tck",
          "xa-bridges");

  /** Pieced together, so that this file does not contain what it looks for. */
  private static final Pattern OF_A_MACHINE =
      Pattern.compile(
          "(?<![\\w.*-])/(?:"
              + String.join("|", "root", "home", "work", "Users", "builds", "mnt")
              + ")/|"
              + String.join("|", "npm" + "js[./]", "repo1?\\.mav" + "en", "mav" + "en2/"));

  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "^public (?:abstract |final |sealed |non-sealed )*(?:class|interface|record|enum|@interface) ",
          Pattern.MULTILINE);

  @Test
  void mostFilesAreSmall() {
    List<Path> files = Project.mainSources();
    assertThat(files).hasSizeGreaterThan(200);
    List<Path> large = files.stream().filter(it -> lines(Project.read(it)) >= 300).toList();
    assertThat(large.size()).as("of 300 lines and more: %s", large).isLessThan(few(files.size()));
  }

  @Test
  void mostMethodsAreSmall() {
    List<MethodSizes.Size> all = MethodSizes.of(Project.mainSources());
    assertThat(all).hasSizeGreaterThan(1000);
    List<MethodSizes.Size> large = all.stream().filter(it -> it.lines() >= 20).toList();
    assertThat(large.size()).as("of 20 lines and more: %s", large).isLessThan(few(all.size()));
  }

  private static int few(int all) {
    return (int) Math.ceil(all * (1 - MOST));
  }

  private static long lines(String text) {
    return text.lines().count();
  }

  @Test
  void publicTypesAreDocumented() {
    List<Path> files =
        Project.mainSources().stream()
            .filter(it -> PUBLIC_TYPE.matcher(Project.read(it)).find())
            .toList();
    assertThat(files).hasSizeGreaterThan(100);
    assertThat(files.stream().filter(it -> !isDocumented(Project.read(it))))
        .as("public types without documentation")
        .isEmpty();
  }

  private static boolean isDocumented(String source) {
    String before = source.substring(0, source.lastIndexOf("public ", typeAt(source)));
    String annotated = before.replaceAll("(?m)^(@[\\w.]+)\\([^()]*\\)", "$1"); // of many lines
    String stripped = annotated.replaceAll("(?m)^@.*$", "").strip();
    return stripped.endsWith("*/") && stripped.lastIndexOf("/*") == stripped.lastIndexOf("/**");
  }

  private static int typeAt(String source) {
    java.util.regex.Matcher matcher = PUBLIC_TYPE.matcher(source);
    return matcher.find() ? matcher.start() + 1 : 0;
  }

  @Test
  void everyPackageSaysWhatItIs() {
    Set<String> all = new TreeSet<>();
    Set<String> told = new TreeSet<>();
    for (Path file : allSources()) {
      all.add(packageOf(file));
      if (file.endsWith("package-info.java")) {
        told.add(packageOf(file));
      }
    }
    assertThat(all).hasSizeGreaterThan(20);
    all.removeAll(told);
    assertThat(all).as("packages without package-info").isEmpty();
  }

  private static List<Path> allSources() {
    return java.util.stream.Stream.of(Project.mainSources(), Project.testSources())
        .flatMap(List::stream)
        .toList();
  }

  /** Module and package: tests share the package-info of what they test. */
  private static String packageOf(Path file) {
    return Project.unix(file.getParent()).replaceFirst("/src/(main|test)/java/", ":");
  }

  @Test
  void topLevelHoldsOnlyWhatBelongsThere() {
    assertThat(Project.topLevel()).isSubsetOf(TOP_LEVEL).hasSizeGreaterThan(8);
  }

  @Test
  void nothingNamesAMachineOrARegistry() {
    List<Path> files = Project.files();
    assertThat(files).hasSizeGreaterThan(300);
    assertThat(files.stream().filter(it -> OF_A_MACHINE.matcher(Project.raw(it)).find()))
        .as("files that name a machine's folder or a registry")
        .isEmpty();
  }
}
