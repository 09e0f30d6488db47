package org.datxa.checker.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.datxa.checker.history.Anomaly.Kind;
import org.datxa.checker.history.Lists.Name;
import org.datxa.checker.history.Txn.End;

/** A history as one store saw it, or as all did. */
final class Scope {
  private final String scope;
  private final Level level;
  private final List<Txn> history = new ArrayList<>();
  private final Map<Name, List<Long>> finals = new LinkedHashMap<>();
  private final Lists lists = new Lists();
  private final Graph graph = new Graph();
  private final Set<Anomaly> found = new LinkedHashSet<>();
  private final Set<String> dirty = new HashSet<>();

  Scope(String scope, Level level, List<Txn> all, List<Op.Read> finals) {
    this.scope = scope;
    this.level = level;
    for (Txn txn : all) {
      List<Op> ops = txn.ops().stream().filter(this::isHere).toList();
      if (!ops.isEmpty()) {
        history.add(new Txn(txn.name(), txn.end(), ops));
      }
    }
    finals.stream().filter(this::isHere).forEach(it -> this.finals.put(Name.of(it), it.elements()));
  }

  private boolean isHere(Op op) {
    return scope.equals(ListAppend.ACROSS) || op.store().equals(scope);
  }

  List<Anomaly> anomalies() {
    history.forEach(this::collect);
    finals.forEach((name, all) -> order(new Op.Read(name.store(), name.key(), all), "at the end"));
    history.stream().filter(it -> it.end() == End.COMMITTED).forEach(this::reads);
    lists.orders().forEach(this::elements);
    history.forEach(this::atTheEnd);
    relate();
    graph.circles().forEach((kind, text) -> add(kind, text));
    return List.copyOf(found);
  }

  private void collect(Txn txn) {
    for (Op op : txn.ops()) {
      if (op instanceof Op.Append append) {
        lists.append(txn, append);
      }
    }
  }

  private void order(Op.Read read, String who) {
    if (!lists.read(read)) {
      add(
          Kind.ORDER,
          who
              + " read "
              + Name.of(read)
              + " as "
              + read.elements()
              + ", others as "
              + lists.order(Name.of(read)));
    }
  }

  /** What a transaction read of others, without its own appends before; and those as they are. */
  private void reads(Txn txn) {
    Map<Name, List<Long>> own = new HashMap<>();
    for (Op op : txn.ops()) {
      Name name = Name.of(op);
      if (op instanceof Op.Append append) {
        own.computeIfAbsent(name, it -> new ArrayList<>()).add(append.element());
      } else if (op instanceof Op.Read read) {
        List<Long> mine = own.getOrDefault(name, List.of());
        int before = read.elements().size() - mine.size();
        if (before < 0 || !read.elements().subList(before, read.elements().size()).equals(mine)) {
          add(Kind.INTERNAL, txn + "; of its own appends to " + name + " it should see " + mine);
        } else {
          external(txn, new Op.Read(read.store(), read.key(), read.elements().subList(0, before)));
        }
      }
    }
  }

  private void external(Txn txn, Op.Read read) {
    order(read, txn.name());
    Name name = Name.of(read);
    for (long element : read.elements()) {
      Txn writer = lists.writer(name, element);
      if (writer != null && writer.end() == End.ABORTED) {
        dirty(name, element, txn + "; " + element + " in " + name, writer);
      }
    }
    if (read.elements().isEmpty()) {
      return;
    }
    long last = read.elements().get(read.elements().size() - 1);
    Txn writer = lists.writer(name, last);
    if (writer != null) {
      List<Long> all = Lists.of(writer, name);
      if (all.get(all.size() - 1) != last) {
        add(Kind.G1B, txn + "; " + last + " in " + name + " was not yet all of " + writer);
      }
    }
  }

  private void elements(Name name, List<Long> order) {
    if (Set.copyOf(order).size() < order.size()) {
      add(Kind.GARBAGE, name + " holds an element twice: " + order);
    }
    for (long element : order) {
      Txn writer = lists.writer(name, element);
      if (writer == null) {
        add(Kind.GARBAGE, name + " holds " + element + ", which nobody appended: " + order);
      } else if (writer.end() == End.ABORTED) {
        dirty(name, element, "at the end " + name + " holds " + element + ", which", writer);
      }
    }
  }

  /** The first that saw it stands for all who did. */
  private void dirty(Name name, long element, String seen, Txn writer) {
    if (dirty.add(name + " " + element)) {
      add(Kind.G1A, seen + " was rolled back by " + writer);
    }
  }

  private void atTheEnd(Txn txn) {
    List<Op> lost = new ArrayList<>();
    int appends = 0;
    for (Op op : txn.ops()) {
      if (op instanceof Op.Append append) {
        appends++;
        if (!finals.getOrDefault(Name.of(op), List.of()).contains(append.element())) {
          lost.add(op);
        }
      }
    }
    if (txn.end() == End.COMMITTED && !lost.isEmpty()) {
      add(Kind.LOST, txn + "; not there at the end: " + lost);
    }
    if (!lost.isEmpty() && lost.size() < appends) {
      add(Kind.HALF, txn + "; not there at the end: " + lost);
    }
  }

  private void relate() {
    lists.orders().forEach(this::overwrites);
    for (Txn txn : history) {
      if (txn.end() == End.COMMITTED) {
        Set<Name> written = new LinkedHashSet<>();
        for (Op op : txn.ops()) {
          if (op instanceof Op.Read read && !written.contains(Name.of(op))) {
            relate(txn, read);
          } else if (op instanceof Op.Append) {
            written.add(Name.of(op));
          }
        }
      }
    }
  }

  private void overwrites(Name name, List<Long> order) {
    for (int i = 0; i + 1 < order.size(); i++) {
      String why = name + " has " + order.get(i) + " before " + order.get(i + 1);
      graph.add(
          Graph.Relation.WW,
          lists.writer(name, order.get(i)),
          lists.writer(name, order.get(i + 1)),
          why);
    }
  }

  private void relate(Txn txn, Op.Read read) {
    Name name = Name.of(read);
    int size = read.elements().size();
    if (size > 0) {
      long last = read.elements().get(size - 1);
      graph.add(
          Graph.Relation.WR,
          lists.writer(name, last),
          txn,
          txn.name() + " saw " + last + " in " + name);
    }
    List<Long> order = lists.order(name);
    if (size < order.size() && order.subList(0, size).equals(read.elements())) {
      graph.add(
          Graph.Relation.RW,
          txn,
          lists.writer(name, order.get(size)),
          txn.name() + " did not see " + order.get(size) + " in " + name);
    }
  }

  private void add(Kind kind, String text) {
    found.add(new Anomaly(kind, scope, level.forbids(kind), text));
  }
}
