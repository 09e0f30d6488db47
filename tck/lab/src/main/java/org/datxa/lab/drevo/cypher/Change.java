package org.datxa.lab.drevo.cypher;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/** An item of SET or REMOVE. One whose target is null does nothing. */
interface Change {

  void apply(Scope scope);

  /** The expressions it uses. */
  List<Expression> parts();

  /** {@code target.key = value}; a null removes the property. */
  record SetProperty(Expression target, String key, Expression value) implements Change {
    @Override
    public void apply(Scope scope) {
      Object entity = entity(target, scope);
      if (entity != null) {
        Changes.setProperty(scope.run(), entity, key, value.value(scope));
      }
    }

    @Override
    public List<Expression> parts() {
      return List.of(target, value);
    }
  }

  /** {@code target = map} and {@code target += map}. */
  record SetAll(Expression target, Expression map, boolean add) implements Change {
    @Override
    public void apply(Scope scope) {
      Object entity = entity(target, scope);
      if (entity == null) {
        return;
      }
      Map<?, ?> properties = properties(scope);
      if (add) {
        Changes.addAll(scope.run(), entity, properties);
      } else {
        Changes.replace(scope.run(), entity, withoutNulls(properties));
      }
    }

    private Map<?, ?> properties(Scope scope) {
      Object value = map.value(scope);
      boolean entity = value instanceof Node || value instanceof Edge;
      return entity ? Entities.properties(scope.run(), value) : Values.map(value);
    }

    private static Map<String, Object> withoutNulls(Map<?, ?> properties) {
      Map<String, Object> kept = new LinkedHashMap<>();
      properties.forEach(
          (key, value) -> {
            if (value != null) {
              kept.put((String) key, Values.stored(value));
            }
          });
      return kept;
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
      if (entity != null) {
        Changes.addLabels(scope.run(), entity, labels);
      }
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
      if (entity != null) {
        Changes.removeLabels(scope.run(), entity, labels);
      }
    }

    @Override
    public List<Expression> parts() {
      return List.of(target);
    }
  }

  private static Object entity(Expression target, Scope scope) {
    Object value = target.value(scope);
    if (value == null) {
      return null;
    }
    if (value instanceof Node || value instanceof Edge) {
      Entities.needPresent(scope.run(), value);
      return value;
    }
    throw Refusal.type("a node or relationship", value);
  }
}
