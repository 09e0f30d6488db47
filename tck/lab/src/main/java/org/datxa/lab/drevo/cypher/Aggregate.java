package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code count(*)}, which has no operand, count, sum, avg, min, max and collect. Nulls are left
 * out.
 */
record Aggregate(String function, boolean distinct, Expression operand) implements Expression {

  static final Set<String> NAMES = Set.of("count", "sum", "avg", "min", "max", "collect");

  @Override
  public Object value(Scope scope) {
    if (scope.group() == null) {
      throw Refusal.semantic(function + " is allowed in WITH and RETURN only");
    }
    return operand == null ? (Object) (long) scope.group().size() : over(values(scope));
  }

  private List<Object> values(Scope scope) {
    List<Object> values = new ArrayList<>();
    Set<Object> seen = new HashSet<>();
    for (Map<String, Object> row : scope.group()) {
      Object value = operand.value(new Scope(scope.run(), row));
      if (value != null && (!distinct || seen.add(Identity.of(value)))) {
        values.add(value);
      }
    }
    return values;
  }

  private Object over(List<Object> values) {
    return switch (function) {
      case "count" -> (long) values.size();
      case "collect" -> values;
      case "min" -> values.stream().min(Comparing::whole).orElse(null);
      case "max" -> values.stream().max(Comparing::whole).orElse(null);
      case "sum" -> sum(values);
      default -> values.isEmpty() ? null : average(values);
    };
  }

  private static Object sum(List<Object> values) {
    Object total = 0L;
    for (Object value : values) {
      total = Arithmetic.apply("+", total, number(value));
    }
    return total;
  }

  private static Object average(List<Object> values) {
    double total = 0;
    for (Object value : values) {
      total += number(value).doubleValue();
    }
    return total / values.size();
  }

  private static Number number(Object value) {
    if (value instanceof Number number) {
      return number;
    }
    throw Refusal.type("a number", value);
  }

  @Override
  public List<Expression> parts() {
    return operand == null ? List.of() : List.of(operand);
  }

  @Override
  public boolean aggregates() {
    return true;
  }
}
