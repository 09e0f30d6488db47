package org.datxa.lab.drevo.graph;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The records of the log as values: lists that begin with a word. */
final class LogRecords {

  static final String COMMIT = "commit";
  static final String PREPARE = "prepare";
  static final String COMMITTED = "committed";
  static final String ROLLED_BACK = "rolled back";
  static final String HEURISTIC = "heuristic";
  static final String IDS = "ids";

  private LogRecords() {}

  static List<Object> commit(List<Op> ops) {
    return List.of(COMMIT, ops(ops));
  }

  static List<Object> prepare(Prepared prepared) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, prepared.preparedAt());
    return List.of(PREPARE, prepared.gid(), micros, ops(prepared.ops()));
  }

  static List<Object> resolution(String kind, String gid) {
    return List.of(kind, gid);
  }

  static List<Object> ids(Ids ids) {
    return List.of(IDS, ids.lastNode(), ids.lastEdge());
  }

  static Prepared prepared(List<?> record) {
    Instant at = Instant.EPOCH.plus((Long) record.get(2), ChronoUnit.MICROS);
    return new Prepared((String) record.get(1), at, ops(record.get(3)));
  }

  private static List<Object> ops(List<Op> ops) {
    List<Object> values = new ArrayList<>();
    ops.forEach(op -> values.add(value(op)));
    return values;
  }

  private static Object value(Op op) {
    if (op instanceof Op.CreateNode create) {
      return node("+n", create.node());
    }
    if (op instanceof Op.UpdateNode update) {
      return node("=n", update.node());
    }
    if (op instanceof Op.DeleteNode delete) {
      return List.of("-n", delete.id());
    }
    if (op instanceof Op.CreateEdge create) {
      return edge("+e", create.edge());
    }
    if (op instanceof Op.UpdateEdge update) {
      return edge("=e", update.edge());
    }
    return List.of("-e", ((Op.DeleteEdge) op).id());
  }

  private static Object node(String kind, Node node) {
    return Arrays.asList(
        kind, node.id(), node.labels(), node.title(), node.body(), node.properties());
  }

  private static Object edge(String kind, Edge edge) {
    return Arrays.asList(kind, edge.id(), edge.type(), edge.from(), edge.to(), edge.properties());
  }

  static List<Op> ops(Object values) {
    List<Op> ops = new ArrayList<>();
    ((List<?>) values).forEach(value -> ops.add(op((List<?>) value)));
    return List.copyOf(ops);
  }

  private static Op op(List<?> value) {
    String kind = (String) value.get(0);
    return switch (kind) {
      case "+n" -> new Op.CreateNode(node(value));
      case "=n" -> new Op.UpdateNode(node(value));
      case "-n" -> new Op.DeleteNode((Long) value.get(1));
      case "+e" -> new Op.CreateEdge(edge(value));
      case "=e" -> new Op.UpdateEdge(edge(value));
      case "-e" -> new Op.DeleteEdge((Long) value.get(1));
      default -> throw new IllegalStateException("The log has an unknown write " + kind);
    };
  }

  private static Node node(List<?> value) {
    List<String> labels = ((List<?>) value.get(2)).stream().map(String.class::cast).toList();
    return new Node(
        (Long) value.get(1),
        labels,
        (String) value.get(3),
        (String) value.get(4),
        properties(value.get(5)));
  }

  private static Edge edge(List<?> value) {
    return new Edge(
        (Long) value.get(1),
        (String) value.get(2),
        (Long) value.get(3),
        (Long) value.get(4),
        properties(value.get(5)));
  }

  @SuppressWarnings("unchecked") // a map's keys are strings, the reader has seen to it
  private static Map<String, Object> properties(Object value) {
    return StoredValues.copy((Map<String, Object>) value);
  }
}
