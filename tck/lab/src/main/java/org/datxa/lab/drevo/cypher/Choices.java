package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** CASE, and what goes through the elements of a list with a variable. */
final class Choices {

  private Choices() {}

  /** A CASE of conditions; the parser makes equalities of a CASE with a subject. */
  record Case(List<Expression> conditions, List<Expression> results, Expression otherwise)
      implements Expression {
    @Override
    public Object value(Scope scope) {
      for (int i = 0; i < conditions.size(); i++) {
        if (Values.holds(conditions.get(i).value(scope))) {
          return results.get(i).value(scope);
        }
      }
      return otherwise.value(scope);
    }

    @Override
    public List<Expression> parts() {
      List<Expression> all = new ArrayList<>(conditions);
      all.addAll(results);
      all.add(otherwise);
      return all;
    }
  }

  /** {@code [x IN list WHERE filter | result]}. */
  record Comprehension(String name, Expression list, Expression filter, Expression result)
      implements Expression {
    @Override
    public Object value(Scope scope) {
      Object elements = list.value(scope);
      return elements == null ? null : each(scope, Values.list(elements));
    }

    private List<Object> each(Scope scope, List<?> elements) {
      List<Object> results = new ArrayList<>();
      for (Object element : elements) {
        Scope inner = scope.with(name, element);
        if (Values.holds(filter.value(inner))) {
          results.add(result.value(inner));
        }
      }
      return results;
    }

    @Override
    public List<Expression> parts() {
      return List.of(list, filter, result);
    }

    @Override
    public Set<String> needs() {
      return local(Set.of(name), list, filter, result);
    }
  }

  /** {@code all|any|none|single(x IN list WHERE filter)}. */
  record Quantified(String quantifier, String name, Expression list, Expression filter)
      implements Expression {
    @Override
    public Object value(Scope scope) {
      Object elements = list.value(scope);
      return elements == null ? null : over(scope, Values.list(elements));
    }

    private Boolean over(Scope scope, List<?> elements) {
      int holding = 0;
      int unknown = 0;
      for (Object element : elements) {
        Boolean one = Values.truth(filter.value(scope.with(name, element)));
        holding += Boolean.TRUE.equals(one) ? 1 : 0;
        unknown += one == null ? 1 : 0;
      }
      return decided(elements.size(), holding, unknown);
    }

    private Boolean decided(int size, int holding, int unknown) {
      return switch (quantifier) {
        case "any" -> holding > 0 ? Boolean.TRUE : orUnknown(unknown, false);
        case "none" -> holding > 0 ? Boolean.FALSE : orUnknown(unknown, true);
        case "all" -> holding + unknown < size ? Boolean.FALSE : orUnknown(unknown, true);
        default -> holding > 1 ? Boolean.FALSE : orUnknown(unknown, holding == 1);
      };
    }

    private static Boolean orUnknown(int unknown, boolean otherwise) {
      return unknown > 0 ? null : (Boolean) otherwise;
    }

    @Override
    public List<Expression> parts() {
      return List.of(list, filter);
    }

    @Override
    public Set<String> needs() {
      return local(Set.of(name), list, filter);
    }
  }

  /** {@code reduce(total = start, x IN list | step)}. */
  record Reduced(String total, Expression start, String name, Expression list, Expression step)
      implements Expression {
    @Override
    public Object value(Scope scope) {
      Object elements = list.value(scope);
      if (elements == null) {
        return null;
      }
      Object result = start.value(scope);
      for (Object element : Values.list(elements)) {
        result = step.value(scope.with(total, result).with(name, element));
      }
      return result;
    }

    @Override
    public List<Expression> parts() {
      return List.of(start, list, step);
    }

    @Override
    public Set<String> needs() {
      Set<String> names = new LinkedHashSet<>(start.needs());
      names.addAll(local(Set.of(name, total), list, step));
      return names;
    }
  }

  private static Set<String> local(Set<String> own, Expression list, Expression... inside) {
    Set<String> names = new LinkedHashSet<>();
    for (Expression one : inside) {
      names.addAll(one.needs());
    }
    names.removeAll(own);
    names.addAll(list.needs());
    return names;
  }
}
