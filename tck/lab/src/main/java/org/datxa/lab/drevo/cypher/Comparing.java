package org.datxa.lab.drevo.cypher;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;

/** Equality with three values, comparison, and the whole ordering of ORDER BY. */
final class Comparing {

  private Comparing() {}

  /** Whether two values are equal; null when that is unknown. */
  static Boolean equal(Object left, Object right) {
    if (left == null || right == null) {
      return null;
    }
    if (left instanceof Number a && right instanceof Number b) {
      return !isNan(a) && !isNan(b) && numbers(a, b) == 0;
    }
    if (left instanceof List<?> a && right instanceof List<?> b) {
      return a.size() == b.size() ? all(a, b) : Boolean.FALSE;
    }
    if (left instanceof Map<?, ?> a && right instanceof Map<?, ?> b) {
      List<Object> keys = new ArrayList<>(a.keySet());
      return a.keySet().equals(b.keySet())
          ? all(keys.stream().map(a::get).toList(), keys.stream().map(b::get).toList())
          : Boolean.FALSE;
    }
    return Identity.of(left).equals(Identity.of(right));
  }

  private static Boolean all(List<?> left, List<?> right) {
    Boolean result = true;
    for (int i = 0; i < left.size(); i++) {
      Boolean same = equal(left.get(i), right.get(i));
      if (Boolean.FALSE.equals(same)) {
        return false;
      }
      result = same == null ? null : result;
    }
    return result;
  }

  /** Compares two numbers, strings or booleans. */
  static int order(Object left, Object right) {
    if (left instanceof Number a && right instanceof Number b && !isNan(a) && !isNan(b)) {
      return numbers(a, b);
    }
    if (left instanceof String a && right instanceof String b) {
      return a.compareTo(b);
    }
    if (left instanceof Boolean a && right instanceof Boolean b) {
      return a.compareTo(b);
    }
    throw Refusal.semantic(
        Values.kind(left) + " and " + Values.kind(right) + " cannot be compared");
  }

  /** Orders any two values, for ORDER BY, min and max. */
  static int whole(Object left, Object right) {
    if (left == null || right == null) {
      return Boolean.compare(left == null, right == null);
    }
    int kinds = Values.Kind.of(left).compareTo(Values.Kind.of(right));
    return kinds != 0 ? kinds : sameKind(left, right);
  }

  private static int sameKind(Object left, Object right) {
    if (left instanceof Number a) {
      return wholeNumbers(a, (Number) right);
    }
    if (left instanceof List<?> a) {
      return lists(a, (List<?>) right);
    }
    if (left instanceof Map<?, ?> a) {
      return maps(a, (Map<?, ?>) right);
    }
    if (left instanceof Node a) {
      return Long.compare(a.id(), ((Node) right).id());
    }
    if (left instanceof Edge a) {
      return Long.compare(a.id(), ((Edge) right).id());
    }
    if (left instanceof Path a) {
      return lists(a.steps(), ((Path) right).steps());
    }
    return order(left, right);
  }

  private static int wholeNumbers(Number left, Number right) {
    return isNan(left) || isNan(right)
        ? Boolean.compare(isNan(left), isNan(right))
        : numbers(left, right);
  }

  private static int lists(List<?> left, List<?> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int one = whole(left.get(i), right.get(i));
      if (one != 0) {
        return one;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int maps(Map<?, ?> left, Map<?, ?> right) {
    Map<Object, Object> a = new TreeMap<>(left);
    Map<Object, Object> b = new TreeMap<>(right);
    int keys = lists(new ArrayList<>(a.keySet()), new ArrayList<>(b.keySet()));
    return keys != 0 ? keys : lists(new ArrayList<>(a.values()), new ArrayList<>(b.values()));
  }

  static boolean isNan(Number number) {
    return number instanceof Double value && value.isNaN();
  }

  private static int numbers(Number left, Number right) {
    if (left instanceof Long a && right instanceof Long b) {
      return a.compareTo(b);
    }
    boolean infinite =
        Double.isInfinite(left.doubleValue()) || Double.isInfinite(right.doubleValue());
    if (infinite || (left instanceof Double && right instanceof Double)) {
      // + 0.0 makes the two zeros one
      return Double.compare(left.doubleValue() + 0.0, right.doubleValue() + 0.0);
    }
    return exact(left).compareTo(exact(right));
  }

  private static BigDecimal exact(Number number) {
    return number instanceof Long whole
        ? BigDecimal.valueOf(whole)
        : new BigDecimal(number.doubleValue());
  }
}
