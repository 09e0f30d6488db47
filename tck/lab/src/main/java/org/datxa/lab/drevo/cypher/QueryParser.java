package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;

/** Reads whole statements. */
final class QueryParser {

  private final Tokens tokens;
  private final ClauseParser clauses;

  QueryParser(Tokens tokens) {
    this.tokens = tokens;
    this.clauses = new ClauseParser(tokens);
  }

  Statement statement() {
    if (tokens.isEnd()) {
      throw Refusal.syntax("the statement is empty");
    }
    Statement schema = new SchemaParser(tokens).statement();
    return schema == null ? query() : schema;
  }

  private Statement query() {
    List<List<Clause>> parts = new ArrayList<>();
    parts.add(part());
    Boolean distinct = null;
    while (tokens.takeWords("UNION")) {
      boolean one = !tokens.takeWords("ALL");
      if (distinct != null && distinct != one) {
        throw Refusal.syntax("UNION and UNION ALL in one statement");
      }
      distinct = one;
      parts.add(part());
    }
    tokens.takeSymbol(";");
    if (!tokens.isEnd()) {
      throw tokens.unexpected("the end");
    }
    checkUnion(parts);
    return new Query(List.copyOf(parts), Boolean.TRUE.equals(distinct));
  }

  private List<Clause> part() {
    List<Clause> read = new ArrayList<>();
    while (!tokens.isEnd() && !tokens.isWord("UNION") && !tokens.isSymbol(";")) {
      read.add(clauses.clause());
    }
    checkOrder(read);
    Names names = new Names();
    return read.stream().map(clause -> clause.checked(names)).toList();
  }

  private static void checkOrder(List<Clause> read) {
    if (read.isEmpty() || !read.get(read.size() - 1).mayEnd()) {
      throw Refusal.syntax("a statement ends with RETURN, a change or CALL");
    }
    for (Clause clause : read.subList(0, read.size() - 1)) {
      if (clause instanceof Projection projection && projection.last()) {
        throw Refusal.syntax("RETURN is the last clause");
      }
    }
  }

  private static void checkUnion(List<List<Clause>> parts) {
    List<String> fields = Query.fields(parts.get(0));
    boolean same = parts.stream().allMatch(part -> Query.fields(part).equals(fields));
    if (parts.size() > 1 && (!same || fields.isEmpty())) {
      throw Refusal.syntax("the parts of a UNION return the same columns");
    }
  }
}
