package org.datxa.arch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of SPEC.md, and where the sources name them. */
final class SpecText {
  private static final Pattern RULE =
      Pattern.compile(
          "^### ([A-Z]\\d{1,2}) (MUST|SHOULD|MAY)\\n(.*?)(?=^#|\\z)",
          Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern HEADING = Pattern.compile("^### .*$", Pattern.MULTILINE);
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern COMMENT = Pattern.compile("//[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern ID =
      Pattern.compile("(?<![\\w-])([RSVMFAJPCXHKED]\\d{1,2})(?![\\w-])");
  private static final Pattern TEST_METHOD =
      Pattern.compile(
          "@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\\b.*?\\bvoid (\\w+)\\(",
          Pattern.DOTALL);
  private static final Pattern PREFIX = Pattern.compile("([rsvmfajpcxhked]\\d{1,2})_.*");

  /**
   * One rule.
   *
   * @param id its number
   * @param body everything below its heading
   */
  record Rule(String id, String body) {
    /** The lines that begin with a word. */
    List<String> items(String word) {
      return body.lines().filter(line -> line.startsWith("- " + word)).toList();
    }

    /** The tests that it names. */
    List<String> tests() {
      List<String> tests = new ArrayList<>();
      for (String line : items("Tests: ")) {
        QUOTED.matcher(line).results().forEach(it -> tests.add(it.group(1)));
      }
      return tests;
    }

    /** What tests named after it begin with. */
    String prefix() {
      return id.toLowerCase(java.util.Locale.ROOT) + "_";
    }

    boolean untested() {
      return !items("Untested, because ").isEmpty();
    }
  }

  private SpecText() {}

  static String text() {
    return Project.read(Path.of("spi/SPEC.md"));
  }

  static List<Rule> rules() {
    return RULE.matcher(text()).results().map(it -> new Rule(it.group(1), it.group(3))).toList();
  }

  static long headings() {
    return HEADING.matcher(text()).results().count();
  }

  /** By rule, the files whose comments cite it. */
  static Map<String, Set<String>> citations() {
    Map<String, Set<String>> cited = new TreeMap<>();
    for (Path file : sources()) {
      Matcher comments = COMMENT.matcher(Project.read(file));
      while (comments.find()) {
        ID.matcher(comments.group())
            .results()
            .forEach(
                it ->
                    cited
                        .computeIfAbsent(it.group(1), id -> new TreeSet<>())
                        .add(Project.unix(file)));
      }
    }
    return cited;
  }

  private static List<Path> sources() {
    List<Path> files = new ArrayList<>(Project.mainSources());
    files.addAll(Project.testSources());
    return files;
  }

  /** The files that have a text in a comment. */
  static List<Path> commentsWith(String text) {
    return sources().stream()
        .filter(
            file ->
                COMMENT
                    .matcher(Project.read(file))
                    .results()
                    .anyMatch(it -> it.group().contains(text)))
        .toList();
  }

  /** All test methods, as {@code Class.method}. */
  static Set<String> testMethods() {
    Set<String> methods = new TreeSet<>();
    for (Path file : Project.testSources()) {
      String type = file.getFileName().toString().replace(".java", "");
      TEST_METHOD
          .matcher(Project.read(file))
          .results()
          .forEach(it -> methods.add(type + "." + it.group(1)));
    }
    return methods;
  }

  /** The rule that a test method is named after, or an empty text. */
  static String ruleOf(String testMethod) {
    Matcher matcher = PREFIX.matcher(testMethod.substring(testMethod.indexOf('.') + 1));
    return matcher.matches() ? matcher.group(1).toUpperCase(java.util.Locale.ROOT) : "";
  }
}
