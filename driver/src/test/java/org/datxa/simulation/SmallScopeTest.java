package org.datxa.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Small worlds in which everything is tried. {@code -Ddatxa.simulation.scope=whole} adds the larger
 * ones.
 */
class SmallScopeTest {
  private static final boolean WHOLE =
      System.getProperty("datxa.simulation.scope", "small").equals("whole");

  @Test
  void everyOrderOfASmallScope_endsWithAllBranchesOrNone() {
    List<Scope> scopes = new ArrayList<>(Scope.small());
    if (WHOLE) {
      scopes.addAll(Scope.whole());
    }
    for (Scope scope : scopes) {
      Search search = new Search(scope, Mutant.NONE).run();
      System.out.println(search.text());
      assertThat(search.failed()).as(() -> search.failed().text()).isNull();
    }
  }

  @Test
  void j9_withoutTombstones_theSearchFindsAViolation() {
    assertThat(new Search(Scope.small().get(0), Mutant.NO_TOMBSTONE).run().failed()).isNotNull();
  }
}
