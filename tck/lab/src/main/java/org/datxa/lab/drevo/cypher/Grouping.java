package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The groups of a projection with aggregates: its columns without an aggregate are the key. */
final class Grouping {

  private static final Set<Class<?>> FOLDED =
      Set.of(
          Aggregate.class,
          Arithmetic.class,
          Operators.And.class,
          Operators.Or.class,
          Operators.Xor.class,
          Operators.Not.class,
          Operators.NullTest.class,
          Operators.Equal.class,
          Operators.Order.class,
          Operators.In.class,
          Operators.TextTest.class,
          Atoms.PropertyOf.class,
          Atoms.ListOf.class,
          Choices.Case.class);

  private Grouping() {}

  /** A scope per row of the result, in the order of their first rows. */
  static List<Scope> scopes(Run run, List<Projection.Item> items, List<Map<String, Object>> rows) {
    if (items.stream().noneMatch(item -> item.expression().aggregates())) {
      return rows.stream().map(row -> new Scope(run, row)).toList();
    }
    List<Expression> keys = keys(items);
    Map<Object, List<Map<String, Object>>> groups = new LinkedHashMap<>();
    if (keys.isEmpty()) {
      groups.put(List.of(), new ArrayList<>());
    }
    for (Map<String, Object> row : rows) {
      Scope scope = new Scope(run, row);
      Object key = Identity.ofAll(new Atoms.ListOf(keys).values(scope));
      groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(row);
    }
    return groups.values().stream().map(group -> scope(run, group)).toList();
  }

  private static Scope scope(Run run, List<Map<String, Object>> group) {
    return new Scope(run, group.isEmpty() ? Map.of() : group.get(0), group);
  }

  private static List<Expression> keys(List<Projection.Item> items) {
    return items.stream()
        .map(Projection.Item::expression)
        .filter(expression -> !expression.aggregates())
        .toList();
  }

  /** Refuses what would differ between the rows that become one row. */
  static void check(List<Projection.Item> items, List<Projection.Sort> order, boolean distinct) {
    boolean grouped = items.stream().anyMatch(item -> item.expression().aggregates());
    List<String> columns = items.stream().map(Projection.Item::name).toList();
    if (grouped) {
      List<Expression> keys = keys(items);
      items.forEach(item -> constant(item.expression(), keys));
      items.forEach(item -> foldable(item.expression()));
    }
    for (Projection.Sort sort : order) {
      boolean columnsOnly = grouped || distinct;
      boolean others = !columns.containsAll(sort.expression().needs());
      if (sort.expression().aggregates() || (columnsOnly && others)) {
        throw Refusal.semantic("ORDER BY takes the columns here, by their names");
      }
    }
  }

  /** Refuses an aggregate where drevo does not look for one. */
  private static void foldable(Expression expression) {
    if (!expression.aggregates()) {
      return;
    }
    List<Expression> parts = expression.parts();
    boolean nested =
        expression instanceof Aggregate && parts.stream().anyMatch(Expression::aggregates);
    if (nested || !FOLDED.contains(expression.getClass())) {
      throw Refusal.unsupported("an aggregate inside of this expression");
    }
    parts.forEach(Grouping::foldable);
  }

  /** Refuses an expression that is not made of keys, constants and aggregates. */
  private static void constant(Expression expression, List<Expression> keys) {
    boolean same = expression.needs().isEmpty() || keys.contains(expression);
    if (same || expression instanceof Aggregate) {
      return;
    }
    if (expression.parts().isEmpty()) {
      throw Refusal.semantic("no grouping key and not in an aggregate: " + expression.needs());
    }
    expression.parts().forEach(part -> constant(part, keys));
  }
}
