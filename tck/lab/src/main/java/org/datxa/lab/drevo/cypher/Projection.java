package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * WITH and RETURN.
 *
 * @param last whether it is a RETURN
 * @param star whether all variables go on
 * @param items the columns
 * @param order ORDER BY
 * @param skip SKIP, or null
 * @param limit LIMIT, or null
 * @param where the condition after a WITH, or null
 */
record Projection(
    boolean last,
    boolean distinct,
    boolean star,
    List<Item> items,
    List<Sort> order,
    Expression skip,
    Expression limit,
    Expression where)
    implements Clause {

  record Item(Expression expression, String name) {}

  record Sort(Expression expression, boolean descending) {}

  /** A row made, with the scope that ORDER BY sees. */
  private record Made(Map<String, Object> row, Scope scope) {}

  List<String> fields() {
    return items.stream().map(Item::name).toList();
  }

  @Override
  public boolean mayEnd() {
    return last;
  }

  @Override
  public List<Map<String, Object>> apply(Run run, List<Map<String, Object>> rows) {
    List<Made> made = new ArrayList<>();
    for (Scope scope : Grouping.scopes(run, items, rows)) {
      Map<String, Object> row = new LinkedHashMap<>();
      items.forEach(item -> row.put(item.name(), item.expression().value(scope)));
      made.add(new Made(row, sortScope(scope, row)));
    }
    if (distinct) {
      Set<Object> seen = new HashSet<>();
      made.removeIf(one -> !seen.add(Identity.of(one.row())));
    }
    made.sort(comparator());
    List<Map<String, Object>> cut = cut(run, made);
    if (where != null) {
      cut.removeIf(row -> !Values.holds(where.value(new Scope(run, row))));
    }
    return cut;
  }

  private static Scope sortScope(Scope scope, Map<String, Object> row) {
    Map<String, Object> both = new LinkedHashMap<>(scope.row());
    both.putAll(row);
    return new Scope(scope.run(), both, scope.group());
  }

  private Comparator<Made> comparator() {
    return (a, b) ->
        order.stream()
            .mapToInt(sort -> compare(sort, a.scope(), b.scope()))
            .filter(one -> one != 0)
            .findFirst()
            .orElse(0);
  }

  private static int compare(Sort sort, Scope a, Scope b) {
    int ascending = Comparing.whole(sort.expression().value(a), sort.expression().value(b));
    return sort.descending() ? -ascending : ascending;
  }

  private List<Map<String, Object>> cut(Run run, List<Made> made) {
    int size = made.size();
    int from = (int) Math.min(size, count(run, skip, 0));
    int to = (int) Math.min(size, from + Math.min(size, count(run, limit, size)));
    return new ArrayList<>(made.subList(from, to).stream().map(Made::row).toList());
  }

  private static long count(Run run, Expression expression, long otherwise) {
    if (expression == null) {
      return otherwise;
    }
    long count = Values.integer(expression.value(new Scope(run, Map.of())));
    if (count < 0) {
      throw Refusal.semantic("SKIP and LIMIT take no negative number");
    }
    return count;
  }

  @Override
  public Clause checked(Names names) {
    Projection whole = star ? spelledOut(names) : this;
    whole.items.forEach(item -> names.check(item.expression()));
    List<String> fields = whole.fields();
    if (new HashSet<>(fields).size() < fields.size()) {
      throw Refusal.semantic("two columns have the same name");
    }
    Names sorting = new Names(names.all());
    sorting.add(fields);
    order.forEach(sort -> sorting.check(sort.expression()));
    Grouping.check(whole.items, order, distinct);
    checkCounts();
    names.keepOnly(fields);
    if (where != null) {
      names.checkPlain(where);
    }
    return whole;
  }

  private void checkCounts() {
    if (skip != null) {
      new Names().checkPlain(skip);
    }
    if (limit != null) {
      new Names().checkPlain(limit);
    }
  }

  private Projection spelledOut(Names names) {
    if (last && names.all().isEmpty()) {
      throw Refusal.semantic("RETURN * without a variable");
    }
    List<Item> all = new ArrayList<>();
    names.all().forEach(name -> all.add(new Item(new Atoms.Variable(name), name)));
    all.addAll(items);
    return new Projection(last, distinct, false, all, order, skip, limit, where);
  }
}
