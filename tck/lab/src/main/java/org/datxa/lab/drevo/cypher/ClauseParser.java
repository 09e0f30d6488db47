package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads clauses. */
final class ClauseParser {

  private static final List<String> REFUSED =
      List.of(
          "LOAD",
          "USE",
          "USING",
          "START",
          "DROP",
          "ALTER",
          "GRANT",
          "DENY",
          "REVOKE",
          "SHOW",
          "TERMINATE",
          "FINISH",
          "LET",
          "FILTER",
          "INSERT",
          "EXPLAIN",
          "PROFILE",
          "PERIODIC");

  private final Tokens tokens;
  private final ExpressionParser expressions;
  private final PatternParser patterns;
  private final ChangeParser changes;
  private final ProjectionParser projections;

  ClauseParser(Tokens tokens) {
    this.tokens = tokens;
    this.expressions = new ExpressionParser(tokens);
    this.patterns = new PatternParser(tokens, expressions.atoms());
    this.changes = new ChangeParser(tokens, expressions);
    this.projections = new ProjectionParser(tokens, expressions);
  }

  Clause clause() {
    REFUSED.stream().filter(tokens::isWord).forEach(word -> refuse(word));
    if (tokens.takeWords("MATCH")) {
      return match(false);
    }
    if (tokens.takeWords("OPTIONAL", "MATCH")) {
      return match(true);
    }
    if (tokens.takeWords("UNWIND")) {
      return unwind();
    }
    if (tokens.takeWords("WITH")) {
      return projections.projection(false);
    }
    if (tokens.takeWords("RETURN")) {
      return projections.projection(true);
    }
    return tokens.takeWords("CALL") ? call() : write();
  }

  private static void refuse(String word) {
    throw Refusal.unsupported(word);
  }

  private Clause write() {
    if (tokens.takeWords("CREATE")) {
      return new Writes.Create(patterns.patterns());
    }
    if (tokens.takeWords("MERGE")) {
      return merge();
    }
    if (tokens.takeWords("SET")) {
      return new Writes.Alter(changes.set());
    }
    if (tokens.takeWords("REMOVE")) {
      return new Writes.Alter(changes.remove());
    }
    if (tokens.takeWords("DELETE")) {
      return delete(false);
    }
    if (tokens.takeWords("DETACH", "DELETE")) {
      return delete(true);
    }
    if (tokens.takeWords("FOREACH")) {
      return foreach();
    }
    throw tokens.unexpected("a clause");
  }

  private Clause match(boolean optional) {
    List<Pattern> all = patterns.patterns();
    if (tokens.isWord("USING")) {
      throw Refusal.unsupported("USING");
    }
    return new Reads.Match(optional, all, where());
  }

  private Expression where() {
    return tokens.takeWords("WHERE") ? expressions.expression() : null;
  }

  private Clause unwind() {
    Expression list = expressions.expression();
    tokens.needWords("AS");
    return new Reads.Unwind(list, tokens.needName("a variable"));
  }

  private Clause merge() {
    Pattern pattern = patterns.pattern();
    List<Change> onCreate = new ArrayList<>();
    List<Change> onMatch = new ArrayList<>();
    while (tokens.takeWords("ON")) {
      boolean create = tokens.takeWords("CREATE");
      if (!create) {
        tokens.needWords("MATCH");
      }
      tokens.needWords("SET");
      (create ? onCreate : onMatch).addAll(changes.set());
    }
    return new Writes.Merge(pattern, List.copyOf(onCreate), List.copyOf(onMatch));
  }

  private Clause delete(boolean detach) {
    List<Expression> targets = new ArrayList<>();
    do {
      targets.add(expressions.expression());
    } while (tokens.takeSymbol(","));
    return new Writes.Delete(detach, List.copyOf(targets));
  }

  private Clause foreach() {
    tokens.needSymbol("(");
    String name = tokens.needName("a variable");
    tokens.needWords("IN");
    Expression list = expressions.expression();
    tokens.needSymbol("|");
    List<Clause> body = new ArrayList<>();
    do {
      body.add(write());
    } while (!tokens.isSymbol(")"));
    tokens.needSymbol(")");
    return new Writes.Foreach(name, list, List.copyOf(body));
  }

  private Clause call() {
    if (tokens.isSymbol("{") || tokens.isSymbol("(")) {
      throw Refusal.unsupported("a subquery");
    }
    String name = CallParser.dotted(tokens);
    tokens.needSymbol("(");
    List<Expression> arguments = new CallParser(tokens, expressions).arguments();
    if (!tokens.takeWords("YIELD")) {
      return new Call(name, arguments, null, null);
    }
    Map<String, String> columns = columns();
    return new Call(name, arguments, columns, where());
  }

  private Map<String, String> columns() {
    Map<String, String> columns = new LinkedHashMap<>();
    do {
      if (tokens.isSymbol("*")) {
        throw Refusal.unsupported("YIELD *");
      }
      String column = tokens.needName("a column");
      columns.put(column, tokens.takeWords("AS") ? tokens.needName("a name") : column);
    } while (tokens.takeSymbol(","));
    return columns;
  }
}
