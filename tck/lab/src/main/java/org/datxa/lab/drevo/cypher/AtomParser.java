package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads what operators stand between. */
final class AtomParser {

  private static final Set<String> RESERVED =
      Set.of(
          "MATCH",
          "OPTIONAL",
          "WHERE",
          "RETURN",
          "WITH",
          "CREATE",
          "MERGE",
          "SET",
          "REMOVE",
          "DELETE",
          "DETACH",
          "UNWIND",
          "CALL",
          "YIELD",
          "UNION",
          "FOREACH",
          "ORDER",
          "SKIP",
          "LIMIT",
          "AS",
          "ON",
          "AND",
          "OR",
          "XOR",
          "NOT",
          "IN",
          "IS",
          "STARTS",
          "ENDS",
          "CONTAINS",
          "CASE",
          "WHEN",
          "THEN",
          "ELSE",
          "END",
          "DISTINCT",
          "ASC",
          "DESC",
          "USING");

  private final Tokens tokens;
  private final ExpressionParser expressions;
  private final CallParser calls;

  AtomParser(Tokens tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
    this.calls = new CallParser(tokens, expressions);
  }

  static boolean isReserved(Token token) {
    return token.kind() == Token.Kind.NAME
        && RESERVED.contains(token.text().toUpperCase(Locale.ROOT));
  }

  /** An atom with all that is reached from it: properties, elements, labels. */
  Expression reached() {
    Expression owner = atom();
    for (Expression more = reachedFrom(owner); more != null; more = reachedFrom(owner)) {
      owner = more;
    }
    return owner;
  }

  private Expression reachedFrom(Expression owner) {
    if (tokens.takeSymbol(".")) {
      return new Atoms.PropertyOf(owner, tokens.needName("a property's name"));
    }
    if (tokens.takeSymbol("[")) {
      return element(owner);
    }
    boolean labels = tokens.isSymbol(":") && owner instanceof Atoms.Variable;
    return labels ? new Atoms.LabelTest(owner, PatternParser.labels(tokens)) : null;
  }

  private Expression element(Expression owner) {
    Expression from = tokens.isSymbol("..") ? new Atoms.Literal(0L) : expressions.expression();
    if (!tokens.takeSymbol("..")) {
      tokens.needSymbol("]");
      return new Atoms.IndexOf(owner, from);
    }
    boolean open = tokens.isSymbol("]");
    Expression to = open ? new Atoms.Literal(Long.MAX_VALUE) : expressions.expression();
    tokens.needSymbol("]");
    return new Atoms.SliceOf(owner, from, to);
  }

  private Expression atom() {
    Token token = tokens.peek();
    return switch (token.kind()) {
      case STRING -> constant(token.text());
      case INTEGER -> constant(Numerals.integer(token.text(), false));
      case FLOAT -> constant(Numerals.floating(token.text(), false));
      case PARAMETER -> new Atoms.Parameter(tokens.next().text());
      case SYMBOL -> bracketed();
      case NAME, QUOTED_NAME -> named();
      case END -> throw tokens.unexpected("an expression");
    };
  }

  private Expression constant(Object value) {
    tokens.next();
    return new Atoms.Literal(value);
  }

  /** The negative number that follows a minus, or null when something else does. */
  Expression takeNegative() {
    Token token = tokens.peek();
    if (token.kind() == Token.Kind.INTEGER) {
      return constant(Numerals.integer(token.text(), true));
    }
    return token.kind() == Token.Kind.FLOAT
        ? constant(Numerals.floating(token.text(), true))
        : null;
  }

  private Expression bracketed() {
    if (tokens.isSymbol("(") && PatternParser.follows(tokens)) {
      return new PatternTest(new PatternParser(tokens, this).path(null));
    }
    if (tokens.takeSymbol("(")) {
      Expression inside = expressions.expression();
      tokens.needSymbol(")");
      return inside;
    }
    if (tokens.takeSymbol("[")) {
      return list();
    }
    if (tokens.isSymbol("{")) {
      return map();
    }
    throw tokens.unexpected("an expression");
  }

  private Expression list() {
    if (tokens.peek().isName() && tokens.peek(1).isWord("IN")) {
      return calls.comprehension();
    }
    List<Expression> elements = new ArrayList<>();
    if (!tokens.isSymbol("]")) {
      do {
        elements.add(expressions.expression());
      } while (tokens.takeSymbol(","));
    }
    tokens.needSymbol("]");
    return new Atoms.ListOf(List.copyOf(elements));
  }

  Atoms.MapOf map() {
    Map<String, Expression> entries = new LinkedHashMap<>();
    tokens.needSymbol("{");
    if (!tokens.isSymbol("}")) {
      do {
        String key = tokens.needName("a key");
        tokens.needSymbol(":");
        entries.put(key, expressions.expression());
      } while (tokens.takeSymbol(","));
    }
    tokens.needSymbol("}");
    return new Atoms.MapOf(entries);
  }

  private Expression named() {
    if (calls.follows()) {
      return calls.call();
    }
    Token token = tokens.peek();
    if (token.kind() == Token.Kind.QUOTED_NAME) {
      return new Atoms.Variable(tokens.next().text());
    }
    if (tokens.takeWords("CASE")) {
      return calls.choice();
    }
    if (isReserved(token)) {
      throw tokens.unexpected("an expression");
    }
    return word(tokens.next().text());
  }

  private Expression word(String name) {
    if (tokens.isSymbol("{")) {
      throw Refusal.unsupported(name + " { }");
    }
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "true" -> new Atoms.Literal(true);
      case "false" -> new Atoms.Literal(false);
      case "null" -> new Atoms.Literal(null);
      default -> new Atoms.Variable(name);
    };
  }
}
