package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;

/** Reads the items of SET and REMOVE. */
final class ChangeParser {

  private final Tokens tokens;
  private final ExpressionParser expressions;

  ChangeParser(Tokens tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  List<Change> set() {
    List<Change> changes = new ArrayList<>();
    do {
      changes.add(setItem());
    } while (tokens.takeSymbol(","));
    return List.copyOf(changes);
  }

  List<Change> remove() {
    List<Change> changes = new ArrayList<>();
    do {
      changes.add(removeItem());
    } while (tokens.takeSymbol(","));
    return List.copyOf(changes);
  }

  private Change setItem() {
    Expression target = new Atoms.Variable(tokens.needName("a variable"));
    if (tokens.isSymbol(":")) {
      return new Change.SetLabels(target, PatternParser.labels(tokens));
    }
    if (tokens.takeSymbol("+=")) {
      return new Change.SetAll(target, expressions.expression(), true);
    }
    if (tokens.takeSymbol("=")) {
      return new Change.SetAll(target, expressions.expression(), false);
    }
    String key = key();
    tokens.needSymbol("=");
    return new Change.SetProperty(target, key, expressions.expression());
  }

  private Change removeItem() {
    Expression target = new Atoms.Variable(tokens.needName("a variable"));
    return tokens.isSymbol(":")
        ? new Change.RemoveLabels(target, PatternParser.labels(tokens))
        : new Change.RemoveProperty(target, key());
  }

  private String key() {
    tokens.needSymbol(".");
    return tokens.needName("a property's name");
  }
}
