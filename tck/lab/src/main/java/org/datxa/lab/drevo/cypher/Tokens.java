package org.datxa.lab.drevo.cypher;

import java.util.List;
import org.datxa.lab.drevo.graph.DrevoFailure;

/** The tokens of a statement with the place reached. */
final class Tokens {

  private final String text;
  private final List<Token> tokens;
  private int at;

  Tokens(String text) {
    this.text = text;
    this.tokens = Lexer.tokens(text);
  }

  Token peek() {
    return peek(0);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  Token next() {
    Token token = peek();
    at++;
    return token;
  }

  boolean isWord(String word) {
    return peek().isWord(word);
  }

  boolean isSymbol(String symbol) {
    return peek().isSymbol(symbol);
  }

  boolean isEnd() {
    return peek().kind() == Token.Kind.END;
  }

  boolean take(Token.Kind kind) {
    return advance(peek().kind() == kind, 1);
  }

  boolean takeSymbol(String symbol) {
    return advance(isSymbol(symbol), 1);
  }

  /** Takes the words when all of them follow, otherwise none. */
  boolean takeWords(String... words) {
    boolean all = true;
    for (int i = 0; i < words.length; i++) {
      all &= peek(i).isWord(words[i]);
    }
    return advance(all, words.length);
  }

  private boolean advance(boolean really, int count) {
    at += really ? count : 0;
    return really;
  }

  void needSymbol(String symbol) {
    if (!takeSymbol(symbol)) {
      throw unexpected("'" + symbol + "'");
    }
  }

  void needWords(String... words) {
    if (!takeWords(words)) {
      throw unexpected(String.join(" ", words));
    }
  }

  String needName(String what) {
    if (!peek().isName()) {
      throw unexpected(what);
    }
    return next().text();
  }

  int start() {
    return peek().start();
  }

  /** The text from a place up to the last token taken. */
  String textFrom(int start) {
    return text.substring(start, tokens.get(at - 1).end());
  }

  DrevoFailure unexpected(String wanted) {
    String found = isEnd() ? "the end" : "'" + peek().text() + "'";
    return Refusal.syntax(wanted + " wanted at " + peek().start() + ", found " + found);
  }
}
