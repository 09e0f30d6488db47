package org.datxa.lab.drevo.cypher;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Something with a value. Immutable. */
interface Expression {

  Object value(Scope scope);

  /** The expressions it is made of. */
  default List<Expression> parts() {
    return List.of();
  }

  /** The variables that it needs. */
  default Set<String> needs() {
    Set<String> names = new LinkedHashSet<>();
    parts().forEach(part -> names.addAll(part.needs()));
    return names;
  }

  /** Whether an aggregate is in it. */
  default boolean aggregates() {
    return parts().stream().anyMatch(Expression::aggregates);
  }
}
