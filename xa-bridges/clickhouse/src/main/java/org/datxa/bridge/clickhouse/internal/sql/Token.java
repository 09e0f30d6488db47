package org.datxa.bridge.clickhouse.internal.sql;

/**
 * One piece of SQL.
 *
 * @param kind what it is
 * @param text the word or number as written, the identifier without quotes, or the sign
 * @param content what a string literal says: a text where it is one, else bytes
 * @param start where it begins
 */
record Token(Kind kind, String text, Object content, int start) {
  enum Kind {
    WORD,
    QUOTED_NAME,
    STRING,
    NUMBER,
    SIGN,
    END
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  boolean isSign(char sign) {
    return kind == Kind.SIGN && text.charAt(0) == sign;
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
  }
}
