package org.datxa.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The assertions on an XAResource: all are there, and what does not apply is told. */
class XaAssertionsTest {
  private static final int COUNT = 104;

  private static final Pattern METHOD =
      Pattern.compile("@Test\\s+void a(\\d{3})_\\w+\\(.*?(?=@Test|\\z)", Pattern.DOTALL);
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "notApplicable\\(\\s*Subject\\.(\\w+),\\s*(?:\"([^\"]*)\"|([A-Z_]+))\\s*\\)",
          Pattern.DOTALL);
  private static final Pattern ROW =
      Pattern.compile("^\\| (\\d{1,3}) \\| ([a-z-]+) \\| (.*) \\|$", Pattern.MULTILINE);

  private static List<String> contracts() {
    List<String> sources = new ArrayList<>();
    for (Path file : Project.testSources()) {
      if (Project.unix(file).contains("/jta/contract/")) {
        sources.add(Project.read(file));
      }
    }
    return sources;
  }

  @Test
  void everyAssertionHasATest() {
    Set<Integer> tested = new TreeSet<>();
    for (String source : contracts()) {
      METHOD.matcher(source).results().forEach(it -> tested.add(Integer.valueOf(it.group(1))));
    }
    assertThat(tested)
        .isEqualTo(IntStream.rangeClosed(1, COUNT).boxed().collect(Collectors.toSet()));
  }

  @Test
  void whatDoesNotApplyIsInTheSpecificationWithItsReason() {
    Set<String> left = new TreeSet<>();
    for (String source : contracts()) {
      Matcher methods = METHOD.matcher(source);
      while (methods.find()) {
        int number = Integer.parseInt(methods.group(1));
        LEFT_OUT
            .matcher(methods.group())
            .results()
            .forEach(
                it ->
                    left.add(
                        number
                            + " "
                            + it.group(1).toLowerCase(java.util.Locale.ROOT).replace('_', '-')
                            + " "
                            + (it.group(2) == null ? constant(source, it.group(3)) : it.group(2))));
      }
    }
    Set<String> told = new TreeSet<>();
    ROW.matcher(SpecText.text())
        .results()
        .forEach(it -> told.add(it.group(1) + " " + it.group(2) + " " + it.group(3)));
    assertThat(left).hasSizeGreaterThan(5);
    assertThat(told).isEqualTo(left);
  }

  private static String constant(String source, String name) {
    Matcher matcher = Pattern.compile("String " + name + "\\s*=\\s*\"([^\"]*)\"").matcher(source);
    assertThat(matcher.find()).as(name).isTrue();
    return matcher.group(1);
  }
}
