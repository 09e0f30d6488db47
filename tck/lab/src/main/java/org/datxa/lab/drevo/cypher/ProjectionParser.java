package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;

/** Reads what follows WITH and RETURN. */
final class ProjectionParser {

  private final Tokens tokens;
  private final ExpressionParser expressions;

  ProjectionParser(Tokens tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  Projection projection(boolean last) {
    boolean distinct = tokens.takeWords("DISTINCT");
    boolean star = tokens.takeSymbol("*");
    List<Projection.Item> items = new ArrayList<>();
    if (!star || tokens.takeSymbol(",")) {
      do {
        items.add(item(last));
      } while (tokens.takeSymbol(","));
    }
    List<Projection.Sort> order = tokens.takeWords("ORDER", "BY") ? order() : List.of();
    Expression skip = tokens.takeWords("SKIP") ? expressions.expression() : null;
    Expression limit = tokens.takeWords("LIMIT") ? expressions.expression() : null;
    Expression where = !last && tokens.takeWords("WHERE") ? expressions.expression() : null;
    return new Projection(last, distinct, star, items, order, skip, limit, where);
  }

  private Projection.Item item(boolean last) {
    int start = tokens.start();
    Expression expression = expressions.expression();
    String text = tokens.textFrom(start);
    if (tokens.takeWords("AS")) {
      return new Projection.Item(expression, tokens.needName("a name"));
    }
    if (expression instanceof Atoms.Variable variable) {
      return new Projection.Item(expression, variable.name());
    }
    if (!last) {
      throw Refusal.syntax("an expression in WITH needs a name: " + text);
    }
    return new Projection.Item(expression, text);
  }

  private List<Projection.Sort> order() {
    List<Projection.Sort> order = new ArrayList<>();
    do {
      Expression expression = expressions.expression();
      boolean descending = tokens.takeWords("DESC") || tokens.takeWords("DESCENDING");
      boolean ascending = tokens.takeWords("ASC") || tokens.takeWords("ASCENDING");
      if (descending && ascending) {
        throw Refusal.syntax("ORDER BY is descending or ascending");
      }
      order.add(new Projection.Sort(expression, descending));
    } while (tokens.takeSymbol(","));
    return List.copyOf(order);
  }
}
