package org.datxa.lab.drevo.cypher;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a pattern fits somewhere. Null when it starts at a variable that is null. Variables that
 * are not bound outside stay inside.
 */
record PatternTest(Pattern pattern) implements Expression {

  @Override
  public Object value(Scope scope) {
    String first = pattern.nodes().get(0).name();
    boolean bound = first != null && scope.row().containsKey(first);
    boolean unknown = bound && scope.row().get(first) == null;
    return unknown
        ? null
        : (Object) !Matcher.match(scope.run(), List.of(pattern), scope.row()).isEmpty();
  }

  @Override
  public Set<String> needs() {
    Set<String> names = new LinkedHashSet<>();
    pattern.properties().forEach(one -> names.addAll(one.needs()));
    names.removeAll(pattern.names());
    return names;
  }
}
