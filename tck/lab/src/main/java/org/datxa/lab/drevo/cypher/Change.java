package org.datxa.lab.drevo.cypher;

import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/** An item of SET or REMOVE. One whose target is null is refused. */
interface Change {

  void apply(Scope scope);

  /** The expressions it uses. */
  List<Expression> parts();

  /** {@code target.key = value}; a null removes the property. */
  record SetProperty(Expression target, String key, Expression value) implements Change {
    @Override
    public void apply(Scope scope) {
      Object entity = entity(target, scope);
      Changes.setProperty(scope.run(), entity, key, value.value(scope));
    }

    @Override
    public List<Expression> parts() {
      return List.of(target, value);
    }
  }

  record RemoveProperty(Expression target, String key) implements Change {
    @Override
    public void apply(Scope scope) {
      Changes.removeProperty(scope.run(), entity(target, scope), key);
    }

    @Override
    public List<Expression> parts() {
      return List.of(target);
    }
  }

  /** {@code target = map} and {@code target += map}. */
  record SetAll(Expression target, Expression map, boolean add) implements Change {
    @Override
    public void apply(Scope scope) {
      Object entity = entity(target, scope);
      Map<?, ?> properties = Values.map(map.value(scope));
      if (add) {
        Changes.addAll(scope.run(), entity, properties);
      } else {
        Changes.replaceAll(scope.run(), entity, properties);
      }
    }

    @Override
    public List<Expression> parts() {
      return List.of(target, map);
    }
  }

  record SetLabels(Expression target, List<String> labels) implements Change {
    @Override
    public void apply(Scope scope) {
      Object entity = entity(target, scope);
      Changes.addLabels(scope.run(), entity, labels);
    }

    @Override
    public List<Expression> parts() {
      return List.of(target);
    }
  }

  record RemoveLabels(Expression target, List<String> labels) implements Change {
    @Override
    public void apply(Scope scope) {
      Object entity = entity(target, scope);
      Changes.removeLabels(scope.run(), entity, labels);
    }

    @Override
    public List<Expression> parts() {
      return List.of(target);
    }
  }

  private static Object entity(Expression target, Scope scope) {
    Object value = target.value(scope);
    if (value instanceof Node || value instanceof Edge) {
      Entities.needPresent(scope.run(), value);
      return value;
    }
    throw Refusal.type("a node or relationship", value);
  }
}
