package org.datxa.bridge.clickhouse.internal.sql;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.datxa.bridge.clickhouse.internal.sql.Token.Kind;

/** Cuts SQL into tokens, without comments. */
final class Tokens {
  private static final String NONE = "";

  private final String sql;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Tokens(String sql) {
    this.sql = sql;
  }

  static List<Token> of(String sql) throws SqlRefused {
    Tokens scanner = new Tokens(sql);
    scanner.scan();
    return scanner.tokens;
  }

  private void scan() throws SqlRefused {
    while (skipBlank()) {
      char c = sql.charAt(at);
      if (c == '\'') {
        add(Kind.STRING, at, "", new QuotedText(sql, at));
      } else if (c == '`' || c == '"') {
        QuotedText quoted = new QuotedText(sql, at);
        add(Kind.QUOTED_NAME, at, new String(quoted.bytes(), StandardCharsets.UTF_8), quoted);
      } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
        run(Kind.NUMBER, this::isNumberPart);
      } else if (isWordPart(c)) {
        run(Kind.WORD, i -> isWordPart(sql.charAt(i)));
      } else {
        tokens.add(new Token(Kind.SIGN, String.valueOf(c), NONE, at++));
      }
    }
    tokens.add(new Token(Kind.END, "", NONE, at));
  }

  private void add(Kind kind, int start, String text, QuotedText quoted) {
    tokens.add(new Token(kind, text, kind == Kind.STRING ? quoted.content() : NONE, start));
    at = quoted.end();
  }

  private void run(Kind kind, java.util.function.IntPredicate goesOn) {
    int start = at;
    while (at < sql.length() && goesOn.test(at)) {
      at++;
    }
    tokens.add(new Token(kind, sql.substring(start, at), NONE, start));
  }

  private boolean isNumberPart(int i) {
    char c = sql.charAt(i);
    boolean sign = c == '+' || c == '-';
    char before = i > at - 1 && i > 0 ? sql.charAt(i - 1) : ' ';
    return isWordPart(c) || c == '.' || (sign && (before == 'e' || before == 'E') && !isHex());
  }

  private boolean isHex() {
    int start = at;
    while (start > 0 && isWordPart(sql.charAt(start - 1))) {
      start--;
    }
    return sql.startsWith("0x", start) || sql.startsWith("0X", start);
  }

  private boolean skipBlank() throws SqlRefused {
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (sql.startsWith("--", at) || sql.startsWith("# ", at) || sql.startsWith("#!", at)) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end + 1;
      } else if (sql.startsWith("/*", at)) {
        at = endOfComment(at);
      } else {
        return true;
      }
    }
    return false;
  }

  private int endOfComment(int start) throws SqlRefused {
    int depth = 1;
    int i = start + 2;
    while (depth > 0) {
      if (i >= sql.length()) {
        throw new SqlRefused("A comment has no end");
      }
      if (sql.startsWith("*/", i)) {
        depth--;
        i += 2;
      } else if (sql.startsWith("/*", i)) {
        depth++;
        i += 2;
      } else {
        i++;
      }
    }
    return i;
  }

  private char peek(int ahead) {
    return at + ahead < sql.length() ? sql.charAt(at + ahead) : ' ';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordPart(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }
}
