package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/**
 * Finds all places of the graph where the patterns of one MATCH fit; no relationship is used twice.
 * A variable that is null is no node and refused.
 */
final class Matcher {

  private final Run run;
  private final List<Pattern> patterns;
  private final List<Map<String, Object>> found = new ArrayList<>();

  private Matcher(Run run, List<Pattern> patterns) {
    this.run = run;
    this.patterns = patterns;
  }

  static List<Map<String, Object>> match(Run run, List<Pattern> patterns, Map<String, Object> row) {
    Matcher matcher = new Matcher(run, patterns);
    matcher.pattern(0, row, Set.of());
    return matcher.found;
  }

  /** How far one pattern is matched. */
  private record Trail(
      int pattern, Map<String, Object> row, Set<Long> used, List<Node> nodes, List<Edge> edges) {

    Trail bound(Map<String, Object> changed) {
      return new Trail(pattern, changed, used, nodes, edges);
    }

    Trail over(Edge edge, Node node) {
      Set<Long> more = new HashSet<>(used);
      more.add(edge.id());
      return new Trail(pattern, row, more, plus(nodes, node), plus(edges, edge));
    }

    Node last() {
      return nodes.get(nodes.size() - 1);
    }

    private static <T> List<T> plus(List<T> list, T element) {
      List<T> more = new ArrayList<>(list);
      more.add(element);
      return more;
    }
  }

  private void pattern(int index, Map<String, Object> row, Set<Long> used) {
    if (index == patterns.size()) {
      found.add(row);
      return;
    }
    Pattern.NodePart first = patterns.get(index).nodes().get(0);
    for (Node node : starts(first, row)) {
      Map<String, Object> bound = bindNode(first, node, row);
      if (bound != null) {
        step(0, new Trail(index, bound, used, List.of(node), List.of()));
      }
    }
  }

  private Iterable<Node> starts(Pattern.NodePart part, Map<String, Object> row) {
    if (part.name() != null && row.containsKey(part.name())) {
      return List.of(Entities.node(run, row.get(part.name())));
    }
    if (part.properties() != null && part.properties().entries().containsKey(Entities.TITLE)) {
      Object title = part.properties().entries().get(Entities.TITLE).value(new Scope(run, row));
      Node titled = title instanceof String text ? run.graph().titled(text) : null;
      return titled == null ? List.of() : List.of(titled);
    }
    return run.graph().nodes();
  }

  private void step(int index, Trail trail) {
    Pattern pattern = patterns.get(trail.pattern());
    if (index == pattern.edges().size()) {
      Map<String, Object> row = trail.row();
      if (pattern.name() != null) {
        row = Scope.extended(row, pattern.name(), new Path(trail.nodes(), trail.edges()));
      }
      pattern(trail.pattern() + 1, row, trail.used());
      return;
    }
    Pattern.EdgePart part = pattern.edges().get(index);
    if (part.length() == null) {
      single(index, part, trail);
    } else {
      several(index, part, trail, List.of());
    }
  }

  private void single(int index, Pattern.EdgePart part, Trail trail) {
    for (Edge edge : onward(part, trail)) {
      Map<String, Object> row = bind(part.name(), edge, trail.row());
      if (row != null) {
        arrive(index, trail.bound(row).over(edge, otherEnd(edge, trail.last())));
      }
    }
  }

  private void several(int index, Pattern.EdgePart part, Trail trail, List<Edge> walked) {
    if (walked.size() >= part.length().least()) {
      Map<String, Object> row = bind(part.name(), walked, trail.row());
      if (row != null) {
        arrive(index, trail.bound(row));
      }
    }
    if (walked.size() < part.length().most()) {
      for (Edge edge : onward(part, trail)) {
        Trail further = trail.over(edge, otherEnd(edge, trail.last()));
        several(index, part, further, Trail.plus(walked, edge));
      }
    }
  }

  private void arrive(int index, Trail trail) {
    Pattern.NodePart part = patterns.get(trail.pattern()).nodes().get(index + 1);
    Map<String, Object> row = bindNode(part, trail.last(), trail.row());
    if (row != null) {
      step(index + 1, trail.bound(row));
    }
  }

  private List<Edge> onward(Pattern.EdgePart part, Trail trail) {
    List<Edge> edges = new ArrayList<>();
    for (Edge edge : run.graph().edgesOf(trail.last().id())) {
      if (!trail.used().contains(edge.id())
          && (part.types().isEmpty() || part.types().contains(edge.type()))
          && leads(part.direction(), edge, trail.last().id())
          && fits(part.properties(), edge, trail.row())) {
        edges.add(edge);
      }
    }
    return edges;
  }

  private static boolean leads(Pattern.Direction direction, Edge edge, long from) {
    return switch (direction) {
      case OUT -> edge.from() == from;
      case IN -> edge.to() == from;
      case BOTH -> true;
    };
  }

  private Node otherEnd(Edge edge, Node node) {
    return run.graph().node(edge.from() == node.id() ? edge.to() : edge.from());
  }

  private Map<String, Object> bindNode(Pattern.NodePart part, Node node, Map<String, Object> row) {
    if (part.name() != null && row.containsKey(part.name())) {
      Entities.node(run, row.get(part.name()));
    }
    boolean fits = node.labels().containsAll(part.labels()) && fits(part.properties(), node, row);
    return fits ? bind(part.name(), node, row) : null;
  }

  /** The row with the name bound, or null when it is bound to something else. */
  private static Map<String, Object> bind(String name, Object value, Map<String, Object> row) {
    if (name == null) {
      return row;
    }
    if (row.containsKey(name)) {
      return Boolean.TRUE.equals(Comparing.equal(row.get(name), value)) ? row : null;
    }
    return Scope.extended(row, name, value);
  }

  private boolean fits(Atoms.MapOf properties, Object entity, Map<String, Object> row) {
    if (properties == null) {
      return true;
    }
    Scope scope = new Scope(run, row);
    return properties.entries().entrySet().stream()
        .allMatch(entry -> has(entity, entry.getKey(), entry.getValue().value(scope)));
  }

  private boolean has(Object entity, String key, Object wanted) {
    return Boolean.TRUE.equals(Comparing.equal(Entities.property(run, entity, key), wanted));
  }
}
