package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Small worlds in which everything is tried. {@code -Ddatxa.simulation.scope=whole} adds the larger
 * ones.
 */
class SmallScopeTest {
  private static void explore(List<Scope> scopes) {
    for (Scope scope : scopes) {
      Search search = new Search(scope, Mutant.NONE).run();
      System.out.println(search.text());
      assertThat(search.failed()).as(() -> search.failed().text()).isNull();
    }
  }

  @Test
  void everyOrderOfASmallScope_endsWithAllBranchesOrNone() {
    explore(Scope.small());
  }

  @Test
  @EnabledIfSystemProperty(named = "datxa.simulation.scope", matches = "whole")
  void everyOrderOfALargerScope_endsWithAllBranchesOrNone() {
    explore(Scope.whole());
  }

  @Test
  void j9_withoutTombstones_theSearchFindsAViolation() {
    assertThat(new Search(Scope.small().get(0), Mutant.NO_TOMBSTONE).run().failed()).isNotNull();
  }
}
