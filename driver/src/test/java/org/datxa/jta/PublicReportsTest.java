package org.datxa.jta;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.datxa.arch.Project;
import org.junit.jupiter.api.Test;

/** The list of public reports: whole, and each that concerns us with a test that exists. */
class PublicReportsTest {
  private static final int COUNT = 78;
  private static final Path LIST = Path.of("driver/src/test/resources/public-reports.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| (\\d+) \\| ([^|]+) \\| ([^|]+) \\| (.+) \\|$", Pattern.MULTILINE);
  private static final Pattern TESTS = Pattern.compile("`\\w+\\.\\w+`( `\\w+\\.\\w+`)*");
  private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");
  private static final int SHORTEST_REASON = 20;

  private record Row(int number, String answer) {
    boolean concernsUs() {
      return !answer.startsWith("- ");
    }
  }

  private static List<Row> rows() {
    return ROW.matcher(Project.read(LIST))
        .results()
        .map(it -> new Row(Integer.parseInt(it.group(1)), it.group(4)))
        .toList();
  }

  @Test
  void everyReportIsThereOnceInOrder() {
    assertThat(rows().stream().map(Row::number))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, COUNT).boxed().toList());
  }

  @Test
  void whatDoesNotConcernUsHasAReason_andTheRestNothingButTests() {
    for (Row row : rows()) {
      if (row.concernsUs()) {
        assertThat(row.answer()).as("no. %d", row.number()).matches(TESTS);
      } else {
        assertThat(row.answer()).as("no. %d", row.number()).hasSizeGreaterThan(SHORTEST_REASON);
      }
    }
    assertThat(rows().stream().filter(Row::concernsUs).count()).isGreaterThan(COUNT / 2);
  }

  @Test
  void everyTestThatIsNamedExists() {
    List<String> missing = new ArrayList<>();
    List<Path> sources = Project.testSources();
    for (Row row : rows()) {
      TEST.matcher(row.answer())
          .results()
          .filter(it -> row.concernsUs() && !exists(sources, it.group(1), it.group(2)))
          .forEach(it -> missing.add(row.number() + " " + it.group()));
    }
    assertThat(missing).isEmpty();
  }

  private static boolean exists(List<Path> sources, String type, String method) {
    Pattern test =
        Pattern.compile(
            "@(?:Test|ParameterizedTest)\\b[^{};]*(?:\\{[^{}]*\\}[^{};]*)?\\bvoid "
                + method
                + "\\(");
    return sources.stream()
        .filter(it -> it.getFileName().toString().equals(type + ".java"))
        .anyMatch(it -> test.matcher(Project.read(it)).find());
  }
}
