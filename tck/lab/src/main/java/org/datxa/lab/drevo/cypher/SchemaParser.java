package org.datxa.lab.drevo.cypher;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.datxa.lab.drevo.graph.GraphAccess;

/** Reads the statements about the schema, which drevo accepts and does nothing for. */
final class SchemaParser {

  private static final List<String> COLUMNS =
      List.of("id", "name", "type", "entityType", "labelsOrTypes", "properties");

  private static final List<String> KINDS =
      List.of("RANGE", "BTREE", "TEXT", "POINT", "LOOKUP", "FULLTEXT");

  private final Tokens tokens;

  SchemaParser(Tokens tokens) {
    this.tokens = tokens;
  }

  private record Nothing(List<String> fields) implements Statement {
    @Override
    public Answer run(GraphAccess graph, Map<String, Object> parameters, Procedures procedures) {
      return new Answer(fields, List.of());
    }

    @Override
    public boolean mayWrite() {
      return false;
    }

    @Override
    public Optional<SingleCall> singleCall() {
      return Optional.empty();
    }
  }

  /** The statement, or null when it is about something else. */
  Statement statement() {
    if (tokens.takeWords("SHOW", "CONSTRAINTS")) {
      needEnd();
      return new Nothing(COLUMNS);
    }
    if (tokens.takeWords("CREATE", "VECTOR", "INDEX")) {
      throw Refusal.unsupported("CREATE VECTOR INDEX");
    }
    if (tokens.takeWords("CREATE", "CONSTRAINT") || takeIndex()) {
      needTarget();
      return new Nothing(List.of());
    }
    return null;
  }

  private boolean takeIndex() {
    return tokens.takeWords("CREATE", "INDEX")
        || KINDS.stream().anyMatch(kind -> tokens.takeWords("CREATE", kind, "INDEX"));
  }

  private void needEnd() {
    tokens.takeSymbol(";");
    if (!tokens.isEnd()) {
      throw tokens.unexpected("the end");
    }
  }

  /** What follows is not looked at further than that it names something after FOR or ON. */
  private void needTarget() {
    boolean target = false;
    while (!tokens.isEnd()) {
      Token token = tokens.next();
      target |= token.isWord("FOR") || token.isWord("ON");
    }
    if (!target) {
      throw tokens.unexpected("FOR");
    }
  }
}
