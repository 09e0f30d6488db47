package org.datxa.lab.drevo.cypher;

import java.util.List;

/** Reads expressions: the operators, from the loosest to the tightest. */
final class ExpressionParser {

  private static final int DEEPEST = 200;

  private final Tokens tokens;
  private final AtomParser atoms;
  private int depth;

  ExpressionParser(Tokens tokens) {
    this.tokens = tokens;
    this.atoms = new AtomParser(tokens, this);
  }

  AtomParser atoms() {
    return atoms;
  }

  Expression expression() {
    if (++depth > DEEPEST) {
      throw Refusal.syntax("an expression nested more than " + DEEPEST + " times");
    }
    Expression left = exclusive();
    while (tokens.takeWords("OR")) {
      left = new Operators.Or(left, exclusive());
    }
    depth--;
    return left;
  }

  private Expression exclusive() {
    Expression left = conjunction();
    while (tokens.takeWords("XOR")) {
      left = new Operators.Xor(left, conjunction());
    }
    return left;
  }

  private Expression conjunction() {
    Expression left = negation();
    while (tokens.takeWords("AND")) {
      left = new Operators.And(left, negation());
    }
    return left;
  }

  private Expression negation() {
    int negations = 0;
    while (tokens.takeWords("NOT")) {
      negations++;
    }
    Expression operand = comparison();
    for (int i = 0; i < negations; i++) {
      operand = new Operators.Not(operand);
    }
    return operand;
  }

  /** {@code a < b < c} is {@code a < b AND b < c}. */
  private Expression comparison() {
    Expression left = predicate();
    Expression all = null;
    for (String operator = comparing(); operator != null; operator = comparing()) {
      Expression right = predicate();
      Expression one = compared(operator, left, right);
      all = all == null ? one : new Operators.And(all, one);
      left = right;
    }
    return all == null ? left : all;
  }

  private String comparing() {
    for (String operator : List.of("=", "<>", "<=", ">=", "<", ">")) {
      if (tokens.takeSymbol(operator)) {
        return operator;
      }
    }
    return null;
  }

  private static Expression compared(String operator, Expression left, Expression right) {
    return switch (operator) {
      case "=" -> new Operators.Equal(left, right);
      case "<>" -> new Operators.Not(new Operators.Equal(left, right));
      default -> new Operators.Order(operator, left, right);
    };
  }

  private Expression predicate() {
    Expression left = sum();
    for (Expression more = predicateOf(left); more != null; more = predicateOf(left)) {
      left = more;
    }
    return left;
  }

  private Expression predicateOf(Expression left) {
    if (tokens.takeWords("IN")) {
      return new Operators.In(left, sum());
    }
    if (tokens.takeWords("STARTS", "WITH")) {
      return new Operators.TextTest("STARTS", left, sum());
    }
    if (tokens.takeWords("ENDS", "WITH")) {
      return new Operators.TextTest("ENDS", left, sum());
    }
    if (tokens.takeWords("CONTAINS")) {
      return new Operators.TextTest("CONTAINS", left, sum());
    }
    if (tokens.takeSymbol("=~")) {
      return new Operators.TextTest("=~", left, sum());
    }
    if (tokens.takeWords("IS", "NULL")) {
      return new Operators.NullTest(left);
    }
    boolean notNull = tokens.takeWords("IS", "NOT", "NULL");
    return notNull ? new Operators.Not(new Operators.NullTest(left)) : null;
  }

  private Expression sum() {
    Expression left = product();
    while (tokens.isSymbol("+") || tokens.isSymbol("-")) {
      left = new Arithmetic(tokens.next().text(), left, product());
    }
    return left;
  }

  private Expression product() {
    Expression left = power();
    while (tokens.isSymbol("*") || tokens.isSymbol("/") || tokens.isSymbol("%")) {
      left = new Arithmetic(tokens.next().text(), left, power());
    }
    return left;
  }

  private Expression power() {
    Expression left = signed();
    while (tokens.takeSymbol("^")) {
      left = new Arithmetic("^", left, signed());
    }
    return left;
  }

  private Expression signed() {
    boolean negative = false;
    while (tokens.isSymbol("+") || tokens.isSymbol("-")) {
      negative ^= tokens.next().text().equals("-");
    }
    if (!negative) {
      return atoms.reached();
    }
    // the smallest integer has no positive counterpart, so the sign belongs to the literal
    Expression literal = atoms.takeNegative();
    return literal != null ? literal : new Arithmetic("-", new Atoms.Literal(0L), atoms.reached());
  }
}
