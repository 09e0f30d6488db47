package org.datxa.lab.drevo.cypher;

/**
 * A piece of the text.
 *
 * @param kind what it is
 * @param text the name, the string's content, the number's digits or the symbol
 * @param start where it starts in the text
 * @param end where it ends
 */
record Token(Kind kind, String text, int start, int end) {

  enum Kind {
    NAME,
    QUOTED_NAME,
    STRING,
    INTEGER,
    FLOAT,
    PARAMETER,
    SYMBOL,
    END
  }

  boolean isWord(String word) {
    return kind == Kind.NAME && text.equalsIgnoreCase(word);
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  boolean isName() {
    return kind == Kind.NAME || kind == Kind.QUOTED_NAME;
  }
}
