package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/** Literals, names, and what is reached from them. */
final class Atoms {

  private Atoms() {}

  record Literal(Object constant) implements Expression {
    @Override
    public Object value(Scope scope) {
      return constant;
    }
  }

  record Parameter(String name) implements Expression {
    @Override
    public Object value(Scope scope) {
      return scope.run().parameter(name);
    }
  }

  record Variable(String name) implements Expression {
    @Override
    public Object value(Scope scope) {
      if (!scope.row().containsKey(name)) {
        throw Refusal.semantic("variable " + name + " is not bound yet");
      }
      return scope.row().get(name);
    }

    @Override
    public Set<String> needs() {
      return Set.of(name);
    }
  }

  record ListOf(List<Expression> parts) implements Expression {
    List<Object> values(Scope scope) {
      List<Object> values = new ArrayList<>();
      parts.forEach(part -> values.add(part.value(scope)));
      return values;
    }

    @Override
    public Object value(Scope scope) {
      return values(scope);
    }
  }

  record MapOf(Map<String, Expression> entries) implements Expression {
    @Override
    public Object value(Scope scope) {
      Map<String, Object> values = new LinkedHashMap<>();
      entries.forEach((key, part) -> values.put(key, part.value(scope)));
      return values;
    }

    @Override
    public List<Expression> parts() {
      return List.copyOf(entries.values());
    }
  }

  record PropertyOf(Expression owner, String key) implements Expression {
    @Override
    public Object value(Scope scope) {
      return property(scope, owner.value(scope), key);
    }

    @Override
    public List<Expression> parts() {
      return List.of(owner);
    }
  }

  record IndexOf(Expression owner, Expression index) implements Expression {
    @Override
    public Object value(Scope scope) {
      Object from = owner.value(scope);
      Object at = index.value(scope);
      if (from == null || at == null) {
        return null;
      }
      return from instanceof List<?> list
          ? element(list, Values.integer(at))
          : property(scope, from, Values.string(at));
    }

    private static Object element(List<?> list, long index) {
      long place = index < 0 ? index + list.size() : index;
      return place < 0 || place >= list.size() ? null : list.get((int) place);
    }

    @Override
    public List<Expression> parts() {
      return List.of(owner, index);
    }
  }

  record SliceOf(Expression owner, Expression from, Expression to) implements Expression {
    @Override
    public Object value(Scope scope) {
      Object owned = owner.value(scope);
      Object first = from.value(scope);
      Object end = to.value(scope);
      if (owned == null || first == null || end == null) {
        return null;
      }
      List<?> list = Values.list(owned);
      int start = place(Values.integer(first), list.size());
      int stop = place(Values.integer(end), list.size());
      return start >= stop ? List.of() : new ArrayList<Object>(list.subList(start, stop));
    }

    private static int place(long index, int size) {
      return (int) Math.max(0, Math.min(size, index < 0 ? index + size : index));
    }

    @Override
    public List<Expression> parts() {
      return List.of(owner, from, to);
    }
  }

  record LabelTest(Expression owner, List<String> labels) implements Expression {
    @Override
    public Object value(Scope scope) {
      Object value = owner.value(scope);
      if (value == null) {
        return null;
      }
      if (value instanceof Edge edge) {
        return labels.equals(List.of(edge.type()));
      }
      return Entities.node(scope.run(), value).labels().containsAll(labels);
    }

    @Override
    public List<Expression> parts() {
      return List.of(owner);
    }
  }

  private static Object property(Scope scope, Object owner, String key) {
    if (owner == null) {
      return null;
    }
    if (owner instanceof Node || owner instanceof Edge) {
      return Entities.property(scope.run(), owner, key);
    }
    return Values.map(owner).get(key);
  }
}
