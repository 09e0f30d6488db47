package org.datxa.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Goes every way through a scope. A way is walked from the beginning, since programs cannot be
 * copied; it ends where the same state was seen before.
 */
final class Search {
  private final Scope scope;
  private final Mutant mutant;
  private final Set<Long> seen = new HashSet<>();
  private final List<Integer> path = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();
  private long ends;
  private long ways;
  private Ending failed;

  Search(Scope scope, Mutant mutant) {
    this.scope = scope;
    this.mutant = mutant;
  }

  /** Until all was seen, or something went wrong. */
  Search run() {
    return run(Long.MAX_VALUE);
  }

  /** As before, but no more ways than a bound; then it is not complete. */
  Search run(long most) {
    do {
      ways++;
      Walk walk = walk(false);
      if (!walk.world().violations().isEmpty()) {
        World again = walk(true).world();
        failed = new Ending(ways, again.violations(), again.log(), again.tick());
      }
    } while (failed == null && ways < most && next());
    return this;
  }

  private Walk walk(boolean recording) {
    Walk walk = new Walk(scope, mutant, recording);
    for (int depth = 0; !walk.ended() && walk.world().violations().isEmpty(); depth++) {
      List<Walk.Move> moves = walk.moves();
      if (depth == path.size()) {
        if (recording || !seen.add(walk.digest())) {
          return walk;
        }
        path.add(0);
        widths.add(moves.size());
      }
      walk.make(moves.get(path.get(depth)));
    }
    ends += walk.ended() ? 1 : 0;
    return walk;
  }

  // The next way: the last possibility that has another one after it.
  private boolean next() {
    for (int last = path.size() - 1; last >= 0; last--) {
      int chosen = path.get(last) + 1;
      if (chosen < widths.get(last)) {
        path.set(last, chosen);
        return true;
      }
      path.remove(last);
      widths.remove(last);
    }
    return false;
  }

  /** What went wrong, or null. */
  Ending failed() {
    return failed;
  }

  String text() {
    return String.format(
        Locale.ROOT,
        "exhaustive: %-28s states=%d ways=%d ends=%d violations=%d",
        scope.name(),
        seen.size(),
        ways,
        ends,
        failed == null ? 0 : 1);
  }
}
