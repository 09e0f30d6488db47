package org.datxa.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.datxa.arch.SpecText.Rule;
import org.junit.jupiter.api.Test;

/** SPEC.md, the code and the tests tell the same. */
class SpecTest {
  private final List<Rule> rules = SpecText.rules();
  private final Set<String> ids = rules.stream().map(Rule::id).collect(Collectors.toSet());
  private final Set<String> tests = SpecText.testMethods();

  @Test
  void everyRuleHasItsReasonAndItsTestOrSaysWhyNot() {
    assertThat(rules).hasSizeGreaterThan(50);
    assertThat(SpecText.headings()).as("headings that are rules").isEqualTo(rules.size());
    assertThat(ids).hasSameSizeAs(rules);
    assertThat(rules.stream().filter(rule -> rule.items("Why: ").size() != 1)).isEmpty();
    assertThat(rules.stream().filter(rule -> rule.tests().isEmpty() != rule.untested())).isEmpty();
  }

  @Test
  void everyRuleThatTheSourcesCiteIsThere() {
    Map<String, Set<String>> cited = SpecText.citations();
    assertThat(cited).hasSizeGreaterThan(20);
    cited.keySet().removeAll(ids);
    assertThat(cited).as("cited, but not in SPEC.md").isEmpty();
  }

  @Test
  void noSourcePointsToADocumentThatIsNotHere() {
    assertThat(SpecText.commentsWith("the design")).isEmpty();
    assertThat(SpecText.commentsWith("SPEC.md")).hasSizeGreaterThan(5);
  }

  @Test
  void everyTestThatIsNamedAfterARuleHasOne() {
    assertThat(tests).hasSizeGreaterThan(150);
    Set<String> named =
        tests.stream()
            .map(SpecText::ruleOf)
            .filter(it -> !it.isEmpty())
            .collect(Collectors.toSet());
    assertThat(named).hasSizeGreaterThan(15);
    assertThat(ids).as("rules that tests are named after").containsAll(named);
  }

  @Test
  void everyTestThatARuleNamesIsThere() {
    Set<String> missing = new TreeSet<>();
    for (Rule rule : rules) {
      for (String test : rule.tests()) {
        boolean there =
            test.endsWith("_…") ? isPrefix(test.replace("…", "")) : tests.contains(test);
        if (!there) {
          missing.add(rule.id() + " " + test);
        }
      }
    }
    assertThat(missing).as("named by SPEC.md, but no test").isEmpty();
  }

  private boolean isPrefix(String prefix) {
    return tests.stream().anyMatch(it -> it.substring(it.indexOf('.') + 1).startsWith(prefix));
  }

  @Test
  void noRuleIsCalledUntestedThatHasATest() {
    assertThat(rules.stream().filter(rule -> rule.untested() && isPrefix(rule.prefix())))
        .as("replace 'Untested' by '- Tests: `<prefix>…`' in SPEC.md")
        .isEmpty();
  }
}
