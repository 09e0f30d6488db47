package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code + - * / % ^}, where + also joins two strings or two lists: exact with whole numbers, where
 * an overflow and a division by zero are a SemanticError.
 */
record Arithmetic(String operator, Expression left, Expression right) implements Expression {

  @Override
  public Object value(Scope scope) {
    return apply(operator, left.value(scope), right.value(scope));
  }

  @Override
  public List<Expression> parts() {
    return List.of(left, right);
  }

  static Object apply(String operator, Object a, Object b) {
    if (a == null || b == null) {
      return null;
    }
    if (operator.equals("+") && a instanceof String x && b instanceof String y) {
      return x + y;
    }
    if (operator.equals("+") && a instanceof List<?> x && b instanceof List<?> y) {
      List<Object> all = new ArrayList<>(x);
      all.addAll(y);
      return all;
    }
    if (!(a instanceof Number x) || !(b instanceof Number y)) {
      throw Refusal.type("a number for " + operator, a instanceof Number ? b : a);
    }
    boolean whole = x instanceof Long && y instanceof Long && !operator.equals("^");
    return whole
        ? (Object) whole(operator, x.longValue(), y.longValue())
        : (Object) floating(operator, x.doubleValue(), y.doubleValue());
  }

  private static long whole(String operator, long a, long b) {
    try {
      return switch (operator) {
        case "+" -> Math.addExact(a, b);
        case "-" -> Math.subtractExact(a, b);
        case "*" -> Math.multiplyExact(a, b);
        case "/" -> divided(a, b);
        default -> a % b;
      };
    } catch (ArithmeticException e) {
      throw Refusal.semantic("integer " + a + " " + operator + " " + b + ": " + e.getMessage());
    }
  }

  private static long divided(long a, long b) {
    // the only division that overflows
    return b == -1 ? Math.negateExact(a) : a / b;
  }

  private static double floating(String operator, double a, double b) {
    return switch (operator) {
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> a / b;
      case "%" -> a % b;
      default -> Math.pow(a, b);
    };
  }
}
