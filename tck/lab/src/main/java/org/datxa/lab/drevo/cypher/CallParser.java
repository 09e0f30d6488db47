package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the use of functions, and the forms that look like it. */
final class CallParser {

  private static final Set<String> QUANTIFIERS = Set.of("all", "any", "none", "single");
  private static final Set<String> SEARCHES = Set.of("shortestpath", "allshortestpaths");
  private static final Expression TRUE = new Atoms.Literal(true);

  private final Tokens tokens;
  private final ExpressionParser expressions;

  CallParser(Tokens tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** Whether a name follows, perhaps with dots in it, and an opening bracket after it. */
  boolean follows() {
    int ahead = 1;
    while (tokens.peek(ahead).isSymbol(".") && tokens.peek(ahead + 1).isName()) {
      ahead += 2;
    }
    return tokens.peek(ahead).isSymbol("(") && !AtomParser.isReserved(tokens.peek());
  }

  static String dotted(Tokens tokens) {
    StringBuilder name = new StringBuilder(tokens.needName("a name"));
    while (tokens.takeSymbol(".")) {
      name.append('.').append(tokens.needName("a name"));
    }
    return name.toString();
  }

  Expression call() {
    String name = dotted(tokens);
    String known = name.toLowerCase(Locale.ROOT);
    if (SEARCHES.contains(known)) {
      throw Refusal.unsupported(name);
    }
    tokens.needSymbol("(");
    if (Aggregate.NAMES.contains(known)) {
      return aggregate(known);
    }
    if (QUANTIFIERS.contains(known)) {
      return quantified(known);
    }
    return known.equals("reduce") ? reduced() : function(name, arguments());
  }

  /** The use of a function; {@code exists} of a pattern is the pattern's own test. */
  private static Expression function(String name, List<Expression> arguments) {
    boolean test = arguments.size() == 1 && arguments.get(0) instanceof PatternTest;
    return test && name.equalsIgnoreCase("exists")
        ? arguments.get(0)
        : Function.use(name, arguments);
  }

  /** The arguments up to the closing bracket. */
  List<Expression> arguments() {
    List<Expression> arguments = new ArrayList<>();
    if (!tokens.isSymbol(")")) {
      do {
        arguments.add(expressions.expression());
      } while (tokens.takeSymbol(","));
    }
    tokens.needSymbol(")");
    return arguments;
  }

  private Expression aggregate(String function) {
    Expression operand = null;
    boolean distinct = tokens.takeWords("DISTINCT");
    if (distinct || !function.equals("count") || !tokens.takeSymbol("*")) {
      operand = expressions.expression();
    }
    tokens.needSymbol(")");
    return new Aggregate(function, distinct, operand);
  }

  private Expression quantified(String quantifier) {
    String name = tokens.needName("a variable");
    tokens.needWords("IN");
    Expression list = expressions.expression();
    tokens.needWords("WHERE");
    Expression filter = expressions.expression();
    tokens.needSymbol(")");
    return new Choices.Quantified(quantifier, name, list, filter);
  }

  private Expression reduced() {
    String total = tokens.needName("a variable");
    tokens.needSymbol("=");
    Expression start = expressions.expression();
    tokens.needSymbol(",");
    String name = tokens.needName("a variable");
    tokens.needWords("IN");
    Expression list = expressions.expression();
    tokens.needSymbol("|");
    Expression step = expressions.expression();
    tokens.needSymbol(")");
    return new Choices.Reduced(total, start, name, list, step);
  }

  /** A list comprehension after its opening bracket. */
  Expression comprehension() {
    String name = tokens.needName("a variable");
    tokens.needWords("IN");
    Expression list = expressions.expression();
    Expression filter = tokens.takeWords("WHERE") ? expressions.expression() : TRUE;
    boolean mapped = tokens.takeSymbol("|");
    if (!mapped && filter.equals(TRUE)) {
      throw Refusal.unsupported("a list of an IN, or a comprehension that does nothing,");
    }
    Expression result = mapped ? expressions.expression() : new Atoms.Variable(name);
    tokens.needSymbol("]");
    return new Choices.Comprehension(name, list, filter, result);
  }

  /** A CASE after this word. */
  Expression choice() {
    Expression subject = tokens.isWord("WHEN") ? null : expressions.expression();
    List<Expression> conditions = new ArrayList<>();
    List<Expression> results = new ArrayList<>();
    tokens.needWords("WHEN");
    do {
      Expression when = expressions.expression();
      conditions.add(subject == null ? when : new Operators.Equal(subject, when));
      tokens.needWords("THEN");
      results.add(expressions.expression());
    } while (tokens.takeWords("WHEN"));
    boolean other = tokens.takeWords("ELSE");
    Expression otherwise = other ? expressions.expression() : new Atoms.Literal(null);
    tokens.needWords("END");
    return new Choices.Case(List.copyOf(conditions), List.copyOf(results), otherwise);
  }
}
