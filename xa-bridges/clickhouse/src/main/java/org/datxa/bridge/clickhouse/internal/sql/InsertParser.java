package org.datxa.bridge.clickhouse.internal.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads INSERT INTO … VALUES …, and nothing else. */
final class InsertParser {
  private final TokenCursor cursor;
  private final LiteralParser literals;

  InsertParser(List<Token> tokens) {
    this.cursor = new TokenCursor(tokens);
    this.literals = new LiteralParser(cursor);
  }

  InsertStatement parse() throws SqlRefused {
    cursor.expectWord("INSERT");
    cursor.expectWord("INTO");
    boolean table = cursor.takeWord("TABLE");
    if (!table && cursor.peek().isWord("FUNCTION")) {
      throw new SqlRefused("INSERT INTO FUNCTION is refused in a transaction");
    }
    String first = cursor.name("a table");
    Optional<String> database = Optional.empty();
    if (cursor.takeSign('.')) {
      database = Optional.of(first);
      first = cursor.name("a table");
    }
    List<String> columns = columns();
    requireValues();
    List<List<Object>> rows = rows();
    cursor.expectEnd();
    return new InsertStatement(database, first, columns, rows, literals.placeholders());
  }

  private List<String> columns() throws SqlRefused {
    List<String> columns = new ArrayList<>();
    if (!cursor.takeSign('(')) {
      return columns;
    }
    do {
      StringBuilder name = new StringBuilder(cursor.name("a column"));
      while (cursor.takeSign('.')) {
        name.append('.').append(cursor.name("a column"));
      }
      columns.add(name.toString());
    } while (cursor.takeSign(','));
    cursor.expectSign(')');
    return columns;
  }

  private void requireValues() throws SqlRefused {
    if (cursor.takeWord("FORMAT")) {
      if (!cursor.peek().isWord("VALUES")) {
        throw new SqlRefused("INSERT … FORMAT is refused in a transaction; use VALUES");
      }
    }
    Token next = cursor.peek();
    if (!cursor.takeWord("VALUES")) {
      String name = next.isSign('(') ? "(SELECT" : next.text().toUpperCase(Locale.ROOT);
      throw new SqlRefused("INSERT … " + name + " is refused in a transaction; use VALUES");
    }
  }

  private List<List<Object>> rows() throws SqlRefused {
    List<List<Object>> rows = new ArrayList<>();
    do {
      if (rows.isEmpty() || cursor.peek().isSign('(')) {
        rows.add(row());
      }
    } while (cursor.takeSign(',') || cursor.peek().isSign('('));
    return rows;
  }

  private List<Object> row() throws SqlRefused {
    List<Object> row = new ArrayList<>();
    cursor.expectSign('(');
    do {
      row.add(literals.value());
    } while (cursor.takeSign(','));
    if (!cursor.takeSign(')')) {
      throw literals.refused();
    }
    return row;
  }
}
