package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/** The clauses that change the graph. */
final class Writes {

  private Writes() {}

  interface Write extends Clause {
    @Override
    default boolean mayWrite() {
      return true;
    }
  }

  record Create(List<Pattern> patterns) implements Write {
    @Override
    public List<Map<String, Object>> apply(Run run, List<Map<String, Object>> rows) {
      List<Map<String, Object>> all = new ArrayList<>();
      for (Map<String, Object> row : rows) {
        Map<String, Object> result = row;
        for (Pattern pattern : patterns) {
          result = Creator.create(run, pattern, result);
        }
        all.add(result);
      }
      return all;
    }

    @Override
    public Clause checked(Names names) {
      names.addPatterns(patterns);
      return this;
    }
  }

  /** MERGE: the whole pattern is found, or else the whole pattern is created. */
  record Merge(Pattern pattern, List<Change> onCreate, List<Change> onMatch) implements Write {
    @Override
    public List<Map<String, Object>> apply(Run run, List<Map<String, Object>> rows) {
      List<Map<String, Object>> all = new ArrayList<>();
      for (Map<String, Object> row : rows) {
        List<Map<String, Object>> found = Matcher.match(run, List.of(pattern), row);
        List<Change> then = found.isEmpty() ? onCreate : onMatch;
        List<Map<String, Object>> merged =
            found.isEmpty() ? List.of(Creator.create(run, pattern, row)) : found;
        merged.forEach(one -> then.forEach(change -> change.apply(new Scope(run, one))));
        all.addAll(merged);
      }
      return all;
    }

    @Override
    public Clause checked(Names names) {
      names.addPatterns(List.of(pattern));
      onCreate.forEach(change -> change.parts().forEach(names::checkPlain));
      onMatch.forEach(change -> change.parts().forEach(names::checkPlain));
      return this;
    }
  }

  /** SET and REMOVE. */
  record Alter(List<Change> changes) implements Write {
    @Override
    public List<Map<String, Object>> apply(Run run, List<Map<String, Object>> rows) {
      rows.forEach(row -> changes.forEach(change -> change.apply(new Scope(run, row))));
      return rows;
    }

    @Override
    public Clause checked(Names names) {
      changes.forEach(change -> change.parts().forEach(names::checkPlain));
      return this;
    }
  }

  /** DELETE: relationships first, so that a node may go together with its relationships. */
  record Delete(boolean detach, List<Expression> targets) implements Write {
    @Override
    public List<Map<String, Object>> apply(Run run, List<Map<String, Object>> rows) {
      Map<Long, Node> nodes = new LinkedHashMap<>();
      Map<Long, Edge> edges = new LinkedHashMap<>();
      for (Map<String, Object> row : rows) {
        targets.forEach(target -> collect(target.value(new Scope(run, row)), nodes, edges));
      }
      if (detach) {
        nodes.keySet().forEach(id -> run.graph().edgesOf(id).forEach(e -> edges.put(e.id(), e)));
      }
      edges.keySet().forEach(id -> deleteEdge(run, id));
      nodes.keySet().forEach(id -> deleteNode(run, id));
      return rows;
    }

    private static void collect(Object value, Map<Long, Node> nodes, Map<Long, Edge> edges) {
      if (value instanceof Node node) {
        nodes.put(node.id(), node);
      } else if (value instanceof Edge edge) {
        edges.put(edge.id(), edge);
      } else if (value != null) {
        throw Refusal.type("a node or relationship", value);
      }
    }

    private static void deleteEdge(Run run, long id) {
      if (run.graph().edge(id) != null) {
        run.graph().deleteEdge(id);
      }
    }

    private static void deleteNode(Run run, long id) {
      if (run.graph().edgesOf(id).iterator().hasNext()) {
        throw Refusal.semantic("node " + id + " still has relationships; DETACH DELETE takes them");
      }
      if (run.graph().node(id) != null) {
        run.graph().deleteNode(id);
      }
    }

    @Override
    public Clause checked(Names names) {
      targets.forEach(names::checkPlain);
      return this;
    }
  }

  /** FOREACH: its clauses run once per element, their variables stay inside. */
  record Foreach(String name, Expression list, List<Clause> body) implements Write {
    @Override
    public List<Map<String, Object>> apply(Run run, List<Map<String, Object>> rows) {
      for (Map<String, Object> row : rows) {
        Object value = list.value(new Scope(run, row));
        List<?> elements = value == null ? List.of() : Values.list(value);
        elements.forEach(element -> once(run, Scope.extended(row, name, element)));
      }
      return rows;
    }

    private void once(Run run, Map<String, Object> row) {
      List<Map<String, Object>> inner = List.of(row);
      for (Clause clause : body) {
        inner = clause.apply(run, inner);
      }
    }

    @Override
    public Clause checked(Names names) {
      names.checkPlain(list);
      Names inside = new Names(names.all());
      inside.add(List.of(name));
      return new Foreach(name, list, body.stream().map(clause -> clause.checked(inside)).toList());
    }
  }
}
