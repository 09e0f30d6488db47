package org.datxa.lab.drevo.cypher;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Whether a pattern fits somewhere. */
record PatternTest(Pattern pattern) implements Expression {

  @Override
  public Object value(Scope scope) {
    return !Matcher.match(scope.run(), List.of(pattern), scope.row()).isEmpty();
  }

  @Override
  public Set<String> needs() {
    Set<String> names = new LinkedHashSet<>(pattern.names());
    pattern.properties().forEach(one -> names.addAll(one.needs()));
    return names;
  }
}
