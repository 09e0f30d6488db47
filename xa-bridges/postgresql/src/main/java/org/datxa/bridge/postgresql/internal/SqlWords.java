package org.datxa.bridge.postgresql.internal;

/**
 * Cuts a text into bare words and semicolons, leaving out comments, strings, quoted names and every
 * other sign.
 */
final class SqlWords {
  private final String sql;
  private int at;

  SqlWords(String sql) {
    this.sql = sql;
  }

  /** The next word, or {@code ;}, or null at the end. */
  String next() {
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (c == ';') {
        at++;
        return ";";
      }
      if (isWordStart(c)) {
        String word = word();
        if (!isEscapeString(word)) {
          return word;
        }
        skipString(true);
      } else {
        skip(c);
      }
    }
    return null;
  }

  private void skip(char c) {
    if (c == '\'') {
      skipString(false);
    } else if (c == '"') {
      skipTo("\"", at + 1);
    } else if (sql.startsWith("--", at)) {
      skipTo("\n", at + 2);
    } else if (sql.startsWith("/*", at)) {
      skipComment();
    } else if (c == '$') {
      skipDollar();
    } else {
      at++;
    }
  }

  private String word() {
    int start = at;
    while (at < sql.length() && (isWordStart(sql.charAt(at)) || isInner(sql.charAt(at)))) {
      at++;
    }
    return sql.substring(start, at);
  }

  private boolean isEscapeString(String word) {
    return word.equalsIgnoreCase("e") && at < sql.length() && sql.charAt(at) == '\'';
  }

  private void skipString(boolean escapes) {
    at++;
    while (at < sql.length() && sql.charAt(at) != '\'') {
      at += escapes && sql.charAt(at) == '\\' ? 2 : 1;
    }
    at = Math.min(at + 1, sql.length());
  }

  private void skipTo(String end, int from) {
    int found = sql.indexOf(end, from);
    at = found < 0 ? sql.length() : found + end.length();
  }

  private void skipComment() {
    int depth = 0;
    do {
      if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (sql.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < sql.length());
  }

  private void skipDollar() {
    int end = at + 1;
    while (end < sql.length() && (isWordStart(sql.charAt(end)) || isDigit(sql.charAt(end)))) {
      end++;
    }
    boolean tag = end < sql.length() && sql.charAt(end) == '$' && !isDigitAt(at + 1);
    if (tag) {
      skipTo(sql.substring(at, end + 1), end + 1);
    } else {
      at++;
    }
  }

  private boolean isDigitAt(int index) {
    return index < sql.length() && isDigit(sql.charAt(index));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordStart(char c) {
    return c == '_' || c >= 128 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isInner(char c) {
    return c == '$' || isDigit(c);
  }
}
