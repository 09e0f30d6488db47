package org.datxa.bridge.clickhouse.internal.sql;

import java.util.List;
import java.util.Locale;

/** A place in a list of tokens. */
final class TokenCursor {
  private final List<Token> tokens;
  private int at;

  TokenCursor(List<Token> tokens) {
    this.tokens = tokens;
  }

  Token peek() {
    return tokens.get(at);
  }

  Token take() {
    Token token = tokens.get(at);
    if (token.kind() != Token.Kind.END) {
      at++;
    }
    return token;
  }

  boolean takeWord(String word) {
    return advance(peek().isWord(word));
  }

  boolean takeSign(char sign) {
    return advance(peek().isSign(sign));
  }

  private boolean advance(boolean matches) {
    at += matches ? 1 : 0;
    return matches;
  }

  void expectWord(String word) throws SqlRefused {
    if (!takeWord(word)) {
      throw unexpected(word);
    }
  }

  void expectSign(char sign) throws SqlRefused {
    if (!takeSign(sign)) {
      throw unexpected("'" + sign + "'");
    }
  }

  void expectEnd() throws SqlRefused {
    boolean semicolon = takeSign(';');
    while (semicolon) {
      semicolon = takeSign(';');
    }
    if (peek().kind() != Token.Kind.END) {
      throw unexpected("the end");
    }
  }

  String name(String what) throws SqlRefused {
    if (!peek().isName()) {
      throw unexpected(what);
    }
    return take().text();
  }

  private SqlRefused unexpected(String wanted) {
    String found = peek().text().toUpperCase(Locale.ROOT);
    return new SqlRefused(
        "INSERT in a transaction: expected " + wanted + " and found '" + found + "'");
  }
}
