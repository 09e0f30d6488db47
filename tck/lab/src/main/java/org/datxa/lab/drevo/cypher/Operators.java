package org.datxa.lab.drevo.cypher;

import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The operators that give a boolean, with null for unknown. */
final class Operators {

  private Operators() {}

  record And(Expression left, Expression right) implements Expression {
    @Override
    public Object value(Scope scope) {
      Boolean a = Values.truth(left.value(scope));
      if (Boolean.FALSE.equals(a)) {
        return false;
      }
      Boolean b = Values.truth(right.value(scope));
      return (a == null && Boolean.TRUE.equals(b)) ? null : b;
    }

    @Override
    public List<Expression> parts() {
      return List.of(left, right);
    }
  }

  record Or(Expression left, Expression right) implements Expression {
    @Override
    public Object value(Scope scope) {
      Boolean a = Values.truth(left.value(scope));
      if (Boolean.TRUE.equals(a)) {
        return true;
      }
      Boolean b = Values.truth(right.value(scope));
      return (a == null && Boolean.FALSE.equals(b)) ? null : b;
    }

    @Override
    public List<Expression> parts() {
      return List.of(left, right);
    }
  }

  record Xor(Expression left, Expression right) implements Expression {
    @Override
    public Object value(Scope scope) {
      Boolean a = Values.truth(left.value(scope));
      Boolean b = Values.truth(right.value(scope));
      return a == null || b == null ? null : (Object) (a ^ b);
    }

    @Override
    public List<Expression> parts() {
      return List.of(left, right);
    }
  }

  record Not(Expression operand) implements Expression {
    @Override
    public Object value(Scope scope) {
      Boolean a = Values.truth(operand.value(scope));
      return a == null ? null : (Object) !a;
    }

    @Override
    public List<Expression> parts() {
      return List.of(operand);
    }
  }

  record NullTest(Expression operand) implements Expression {
    @Override
    public Object value(Scope scope) {
      return operand.value(scope) == null;
    }

    @Override
    public List<Expression> parts() {
      return List.of(operand);
    }
  }

  record Equal(Expression left, Expression right) implements Expression {
    @Override
    public Object value(Scope scope) {
      return Comparing.equal(left.value(scope), right.value(scope));
    }

    @Override
    public List<Expression> parts() {
      return List.of(left, right);
    }
  }

  /** {@code < <= > >=}; two that cannot be compared are refused. */
  record Order(String operator, Expression left, Expression right) implements Expression {
    @Override
    public Object value(Scope scope) {
      Object a = left.value(scope);
      Object b = right.value(scope);
      return a == null || b == null ? null : (Object) holds(Comparing.order(a, b));
    }

    private boolean holds(int order) {
      return switch (operator) {
        case "<" -> order < 0;
        case "<=" -> order <= 0;
        case ">" -> order > 0;
        default -> order >= 0;
      };
    }

    @Override
    public List<Expression> parts() {
      return List.of(left, right);
    }
  }

  record In(Expression left, Expression right) implements Expression {
    @Override
    public Object value(Scope scope) {
      Object wanted = left.value(scope);
      Object where = right.value(scope);
      return where == null ? null : contains(Values.list(where), wanted);
    }

    private static Boolean contains(List<?> list, Object wanted) {
      Boolean result = false;
      for (Object element : list) {
        Boolean same = Comparing.equal(element, wanted);
        if (Boolean.TRUE.equals(same)) {
          return true;
        }
        result = same == null ? null : result;
      }
      return result;
    }

    @Override
    public List<Expression> parts() {
      return List.of(left, right);
    }
  }

  /** STARTS WITH, ENDS WITH, CONTAINS and {@code =~}. */
  record TextTest(String operator, Expression left, Expression right) implements Expression {
    @Override
    public Object value(Scope scope) {
      Object a = left.value(scope);
      Object b = right.value(scope);
      return a == null || b == null ? null : (Object) test(Values.string(a), Values.string(b));
    }

    private boolean test(String text, String part) {
      return switch (operator) {
        case "STARTS" -> text.startsWith(part);
        case "ENDS" -> text.endsWith(part);
        case "CONTAINS" -> text.contains(part);
        default -> matches(text, part);
      };
    }

    private static boolean matches(String text, String expression) {
      try {
        return Pattern.matches(expression, text);
      } catch (PatternSyntaxException e) {
        throw Refusal.semantic("not a regular expression: " + e.getDescription());
      }
    }

    @Override
    public List<Expression> parts() {
      return List.of(left, right);
    }
  }
}
