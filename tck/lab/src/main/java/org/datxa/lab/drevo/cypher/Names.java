package org.datxa.lab.drevo.cypher;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The variables that are bound at a place of a statement. */
final class Names {

  private final Set<String> bound = new LinkedHashSet<>();

  Names() {}

  Names(Collection<String> bound) {
    this.bound.addAll(bound);
  }

  void add(Collection<String> more) {
    bound.addAll(more);
  }

  /** Binds one more, which is not bound yet. */
  void addNew(String name) {
    if (!bound.add(name)) {
      throw Refusal.semantic("variable " + name + " is already bound");
    }
  }

  void keepOnly(Collection<String> names) {
    bound.clear();
    bound.addAll(names);
  }

  List<String> all() {
    return List.copyOf(bound);
  }

  /** Refuses an expression that needs what is not bound. */
  void check(Expression expression) {
    for (String name : expression.needs()) {
      if (!bound.contains(name)) {
        throw Refusal.semantic("variable " + name + " is not defined");
      }
    }
  }

  /** Refuses an aggregate too. */
  void checkPlain(Expression expression) {
    check(expression);
    if (expression.aggregates()) {
      throw Refusal.semantic("an aggregate is allowed in WITH and RETURN only");
    }
  }

  /** Binds the patterns' variables and checks their properties, which may use them. */
  void addPatterns(List<Pattern> patterns) {
    patterns.forEach(pattern -> add(pattern.names()));
    patterns.forEach(pattern -> pattern.properties().forEach(this::checkPlain));
  }
}
