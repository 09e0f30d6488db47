package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The groups of a projection with aggregates: its columns without an aggregate are the key. */
final class Grouping {

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
    Set<String> columns = new LinkedHashSet<>();
    items.forEach(item -> columns.add(item.name()));
    if (grouped) {
      List<Expression> keys = keys(items);
      items.forEach(item -> constant(item.expression(), keys, Set.of()));
      order.forEach(sort -> constant(sort.expression(), keys, columns));
      return;
    }
    for (Projection.Sort sort : order) {
      if (sort.expression().aggregates()) {
        throw Refusal.semantic("ORDER BY has an aggregate, the columns have none");
      }
      if (distinct) {
        constant(
            sort.expression(), items.stream().map(Projection.Item::expression).toList(), columns);
      }
    }
  }

  /** Refuses an expression that is not made of keys, columns, constants and aggregates. */
  private static void constant(Expression expression, List<Expression> keys, Set<String> columns) {
    Set<String> needed = new LinkedHashSet<>(expression.needs());
    needed.removeAll(columns);
    if (needed.isEmpty() || keys.contains(expression) || expression instanceof Aggregate) {
      return;
    }
    if (expression.parts().isEmpty()) {
      throw Refusal.semantic("neither a grouping key nor in an aggregate: " + needed);
    }
    Set<String> known = new LinkedHashSet<>(columns);
    inner(expression, known);
    expression.parts().forEach(part -> constant(part, keys, known));
  }

  private static void inner(Expression expression, Set<String> known) {
    Set<String> all = new LinkedHashSet<>();
    expression.parts().forEach(part -> all.addAll(part.needs()));
    all.removeAll(expression.needs());
    known.addAll(all);
  }
}
