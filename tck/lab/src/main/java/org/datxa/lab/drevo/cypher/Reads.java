package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** MATCH and UNWIND. */
final class Reads {

  private Reads() {}

  /** MATCH and OPTIONAL MATCH; where may be null. */
  record Match(boolean optional, List<Pattern> patterns, Expression where) implements Clause {
    @Override
    public List<Map<String, Object>> apply(Run run, List<Map<String, Object>> rows) {
      List<Map<String, Object>> all = new ArrayList<>();
      for (Map<String, Object> row : rows) {
        List<Map<String, Object>> found = Matcher.match(run, patterns, row);
        if (where != null) {
          found.removeIf(one -> !Values.holds(where.value(new Scope(run, one))));
        }
        all.addAll(optional && found.isEmpty() ? List.of(unmatched(row)) : found);
      }
      return all;
    }

    private Map<String, Object> unmatched(Map<String, Object> row) {
      Map<String, Object> nulls = new LinkedHashMap<>(row);
      patterns.forEach(pattern -> pattern.names().forEach(name -> nulls.putIfAbsent(name, null)));
      return nulls;
    }

    @Override
    public Clause checked(Names names) {
      names.addPatterns(patterns);
      if (where != null) {
        names.checkPlain(where);
      }
      return this;
    }
  }

  /** UNWIND: null gives no row. */
  record Unwind(Expression list, String name) implements Clause {
    @Override
    public List<Map<String, Object>> apply(Run run, List<Map<String, Object>> rows) {
      List<Map<String, Object>> all = new ArrayList<>();
      for (Map<String, Object> row : rows) {
        Object value = list.value(new Scope(run, row));
        List<?> elements = value == null ? List.of() : Values.list(value);
        elements.forEach(element -> all.add(Scope.extended(row, name, element)));
      }
      return all;
    }

    @Override
    public Clause checked(Names names) {
      names.checkPlain(list);
      names.addNew(name);
      return this;
    }
  }
}
