package org.datxa.lab.drevo.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the records of a log amount to. */
final class Replay {

  private static final int CHUNK = 1_000;

  private final Ids ids = new Ids();
  private final Set<String> heuristics = new TreeSet<>();
  private Snapshot graph = Snapshot.empty();
  private Prepared prepared;

  Ids ids() {
    return ids;
  }

  Set<String> heuristics() {
    return heuristics;
  }

  Snapshot graph() {
    return graph;
  }

  /** The unresolved prepared transaction, or null. */
  Prepared prepared() {
    return prepared;
  }

  Replay with(List<List<?>> records) {
    records.forEach(this::take);
    return this;
  }

  private void take(List<?> record) {
    String kind = (String) record.get(0);
    switch (kind) {
      case LogRecords.COMMIT -> apply(LogRecords.ops(record.get(1)));
      case LogRecords.PREPARE -> prepare(LogRecords.prepared(record));
      case LogRecords.COMMITTED -> {
        apply(prepared.ops());
        prepared = null;
      }
      case LogRecords.ROLLED_BACK -> prepared = null;
      case LogRecords.HEURISTIC -> {
        prepared = null;
        heuristics.add((String) record.get(1));
      }
      case LogRecords.IDS -> {
        ids.usedNode((Long) record.get(1));
        ids.usedEdge((Long) record.get(2));
      }
      default -> throw new IllegalStateException("The log has an unknown record " + kind);
    }
  }

  private void prepare(Prepared found) {
    prepared = found;
    heuristics.remove(found.gid());
    found.ops().forEach(this::use);
  }

  private void apply(List<Op> ops) {
    ops.forEach(this::use);
    graph = graph.with(ops);
  }

  private void use(Op op) {
    if (op instanceof Op.CreateNode create) {
      ids.usedNode(create.node().id());
    } else if (op instanceof Op.CreateEdge create) {
      ids.usedEdge(create.edge().id());
    }
  }

  /** The fewest records that amount to the same. */
  List<List<Object>> compacted() {
    List<List<Object>> records = new ArrayList<>();
    records.add(LogRecords.ids(ids));
    List<Op> ops = new ArrayList<>();
    graph.nodes().values().forEach(node -> ops.add(new Op.CreateNode(node)));
    graph.edges().values().forEach(edge -> ops.add(new Op.CreateEdge(edge)));
    for (int from = 0; from < ops.size(); from += CHUNK) {
      int to = Math.min(from + CHUNK, ops.size());
      records.add(LogRecords.commit(ops.subList(from, to)));
    }
    heuristics.forEach(gid -> records.add(LogRecords.resolution(LogRecords.HEURISTIC, gid)));
    if (prepared != null) {
      records.add(LogRecords.prepare(prepared));
    }
    return records;
  }
}
