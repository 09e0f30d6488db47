package org.datxa.checker.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.datxa.checker.history.Anomaly.Kind;

/** Which transaction came before which, and the shortest circles in it. */
final class Graph {
  /** Why one transaction came before another. */
  enum Relation {
    /** The other overwrote it. */
    WW,
    /** The other saw it. */
    WR,
    /** It missed what the other wrote. */
    RW
  }

  /** Between the names of two transactions, which are unique. */
  private record Edge(Relation relation, String from, String to, String why) {}

  private static final Set<Relation> OVERWRITTEN = EnumSet.of(Relation.WW);
  private static final Set<Relation> SEEN = EnumSet.of(Relation.WW, Relation.WR);

  private final Map<String, Txn> txns = new HashMap<>();
  private final Set<Edge> edges = new LinkedHashSet<>();

  void add(Relation relation, Txn from, Txn to, String why) {
    if (from != null && to != null && !from.name().equals(to.name())) {
      txns.put(from.name(), from);
      txns.put(to.name(), to);
      edges.add(new Edge(relation, from.name(), to.name(), why));
    }
  }

  /** The shortest circle of each kind, as text. */
  Map<Kind, String> circles() {
    Map<Kind, String> circles = new EnumMap<>(Kind.class);
    put(circles, Kind.G0, shortest(Relation.WW, OVERWRITTEN));
    put(circles, Kind.G1C, shortest(Relation.WR, SEEN));
    put(circles, Kind.G_SINGLE, shortest(Relation.RW, SEEN));
    List<Edge> any = shortest(Relation.RW, EnumSet.allOf(Relation.class));
    if (any.stream().filter(it -> it.relation() == Relation.RW).count() > 1) {
      put(circles, Kind.G2, any);
    }
    return circles;
  }

  private void put(Map<Kind, String> circles, Kind kind, List<Edge> circle) {
    if (!circle.isEmpty()) {
      circles.put(kind, text(circle));
    }
  }

  /** The shortest circle that begins with one relation and goes back by the given ones. */
  private List<Edge> shortest(Relation first, Set<Relation> back) {
    Set<Relation> both = EnumSet.copyOf(back);
    both.add(first);
    Map<String, List<Edge>> core = core(both);
    List<Edge> best = List.of();
    for (List<Edge> from : core.values()) {
      for (Edge edge : from) {
        if (edge.relation() == first) {
          int most = best.isEmpty() ? core.size() : best.size() - 2;
          List<Edge> way = way(core, edge, back, most);
          if (!way.isEmpty()) {
            best = new ArrayList<>(List.of(edge));
            best.addAll(way);
          }
        }
      }
    }
    return best;
  }

  /** What is left when all are taken away that nothing leads to, or from, again and again. */
  private Map<String, List<Edge>> core(Set<Relation> by) {
    List<Edge> left = edges.stream().filter(it -> by.contains(it.relation())).toList();
    int before;
    do {
      before = left.size();
      Set<String> from = left.stream().map(Edge::from).collect(Collectors.toSet());
      Set<String> to = left.stream().map(Edge::to).collect(Collectors.toSet());
      left = left.stream().filter(it -> to.contains(it.from()) && from.contains(it.to())).toList();
    } while (left.size() < before);
    return left.stream()
        .collect(Collectors.groupingBy(Edge::from, LinkedHashMap::new, Collectors.toList()));
  }

  /** From the end of an edge to its beginning, breadth first; empty when that is too far. */
  private static List<Edge> way(
      Map<String, List<Edge>> core, Edge edge, Set<Relation> by, int most) {
    Map<String, Edge> reached = new HashMap<>();
    Deque<String> now = new ArrayDeque<>(List.of(edge.to()));
    for (int steps = 0; steps < most && !now.isEmpty(); steps++) {
      Deque<String> next = new ArrayDeque<>();
      for (String at : now) {
        for (Edge on : core.getOrDefault(at, List.of())) {
          if (by.contains(on.relation())
              && !on.to().equals(edge.to())
              && reached.putIfAbsent(on.to(), on) == null) {
            next.add(on.to());
          }
        }
      }
      if (reached.containsKey(edge.from())) {
        return back(edge, reached);
      }
      now = next;
    }
    return List.of();
  }

  private static List<Edge> back(Edge edge, Map<String, Edge> reached) {
    List<Edge> way = new ArrayList<>();
    for (String at = edge.from(); !at.equals(edge.to()); at = way.get(way.size() - 1).from()) {
      way.add(reached.get(at));
    }
    Collections.reverse(way);
    return way;
  }

  private String text(List<Edge> circle) {
    StringBuilder text = new StringBuilder("a circle of ").append(circle.size());
    circle.stream().map(Edge::from).forEach(it -> text.append("\n  ").append(txns.get(it)));
    circle.forEach(
        it ->
            text.append("\n  ")
                .append(it.from())
                .append(" -")
                .append(it.relation())
                .append("-> ")
                .append(it.to())
                .append(": ")
                .append(it.why()));
    return text.toString();
  }
}
