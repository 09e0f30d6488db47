package org.datxa.bridge.clickhouse.internal.sql;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a statement does, by its first word. */
public enum StatementKind {
  /** Only reads. */
  READ,
  /** INSERT. */
  INSERT,
  /** Everything else. */
  OTHER;

  private static final Set<String> READS =
      Set.of("SELECT", "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "EXISTS", "WITH", "FROM");

  /**
   * Looks at a statement.
   *
   * @param sql the statement
   * @return its kind
   * @throws SqlRefused if it is empty, more than one, or not to be read
   */
  public static StatementKind of(String sql) throws SqlRefused {
    List<Token> tokens = Tokens.of(sql);
    requireSingle(tokens);
    Token first = firstWord(tokens);
    if (first.isWord("INSERT")) {
      return INSERT;
    }
    boolean reads = READS.contains(first.text().toUpperCase(Locale.ROOT));
    return reads && !hidesWrite(tokens) ? READ : OTHER;
  }

  /**
   * How a statement is called in messages.
   *
   * @param sql the statement
   * @return its first word in capitals
   * @throws SqlRefused if it cannot be read
   */
  public static String nameOf(String sql) throws SqlRefused {
    return firstWord(Tokens.of(sql)).text().toUpperCase(Locale.ROOT);
  }

  private static Token firstWord(List<Token> tokens) throws SqlRefused {
    for (Token token : tokens) {
      if (!token.isSign('(')) {
        if (token.kind() != Token.Kind.WORD) {
          break;
        }
        return token;
      }
    }
    throw new SqlRefused("Not a statement");
  }

  private static void requireSingle(List<Token> tokens) throws SqlRefused {
    boolean ended = false;
    for (Token token : tokens) {
      if (ended && token.kind() != Token.Kind.END && !token.isSign(';')) {
        throw new SqlRefused("More than one statement in one text; send them one by one");
      }
      ended |= token.isSign(';');
    }
  }

  private static boolean hidesWrite(List<Token> tokens) {
    int depth = 0;
    Token before = tokens.get(0);
    for (Token token : tokens) {
      depth += token.isSign('(') ? 1 : token.isSign(')') ? -1 : 0;
      boolean outfile = before.isWord("INTO") && token.isWord("OUTFILE");
      if (outfile || (depth == 0 && before.isWord("INSERT") && token.isWord("INTO"))) {
        return true;
      }
      before = token;
    }
    return false;
  }
}
