package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;

/** Cuts a text into tokens. */
final class Lexer {

  private static final List<String> LONG_SYMBOLS = List.of("<=", ">=", "<>", "=~", "..", "+=");
  private static final String SYMBOLS = "()[]{}.,:;|+-*/%^=<>";

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Lexer(String text) {
    this.text = text;
  }

  static List<Token> tokens(String text) {
    return new Lexer(text).run();
  }

  private List<Token> run() {
    skip();
    while (at < text.length()) {
      one(text.charAt(at));
      skip();
    }
    add(Token.Kind.END, "", at);
    return List.copyOf(tokens);
  }

  private void one(char first) {
    if (Character.isUnicodeIdentifierStart(first) || first == '_') {
      int start = at;
      add(Token.Kind.NAME, name(), start);
    } else if (first == '`') {
      int start = at;
      add(Token.Kind.QUOTED_NAME, quoted(), start);
    } else if (first == '\'' || first == '"') {
      int start = at;
      add(Token.Kind.STRING, string(first), start);
    } else if (first == '$') {
      parameter();
    } else if (digit(at) || (first == '.' && digit(at + 1))) {
      number();
    } else {
      symbol(first);
    }
  }

  private void add(Token.Kind kind, String value, int start) {
    tokens.add(new Token(kind, value, start, at));
  }

  private String name() {
    int start = at;
    while (at < text.length() && namePart(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean namePart(char c) {
    return c == '_'
        || (!Character.isIdentifierIgnorable(c) && Character.isUnicodeIdentifierPart(c));
  }

  private String quoted() {
    StringBuilder name = new StringBuilder();
    at++;
    while (!text.startsWith("`", at) || text.startsWith("``", at)) {
      at += text.startsWith("``", at) ? 1 : 0;
      name.append(charAt("a closing `"));
      at++;
    }
    at++;
    return name.toString();
  }

  private void parameter() {
    int start = at++;
    String name = text.startsWith("`", at) ? quoted() : name();
    if (name.isEmpty()) {
      throw Refusal.syntax("a parameter without a name at " + start);
    }
    add(Token.Kind.PARAMETER, name, start);
  }

  private String string(char quote) {
    StringBuilder content = new StringBuilder();
    at++;
    while (charAt("the end of a string") != quote) {
      content.append(text.charAt(at) == '\\' ? escape() : text.charAt(at));
      at++;
    }
    at++;
    return content.toString();
  }

  private char escape() {
    at++;
    char c = charAt("an escape");
    if (c == 'u') {
      return unicode();
    }
    int index = "\\'\"`/ntrbf".indexOf(c);
    if (index < 0) {
      throw Refusal.syntax("unknown escape \\" + c + " at " + at);
    }
    return "\\'\"`/\n\t\r\b\f".charAt(index);
  }

  private char unicode() {
    int end = Math.min(at + 5, text.length());
    String digits = text.substring(at + 1, end);
    if (!digits.matches("[0-9a-fA-F]{4}")) {
      throw Refusal.syntax("four hexadecimal digits wanted at " + at);
    }
    at += digits.length();
    return (char) Integer.parseInt(digits, 16);
  }

  private void number() {
    int start = at;
    if (text.startsWith("0x", at) || text.startsWith("0o", at)) {
      at += 2;
      name();
      add(Token.Kind.INTEGER, text.substring(start, at), start);
      return;
    }
    digits();
    boolean fraction = text.startsWith(".", at) && digit(at + 1);
    if (fraction) {
      at++;
      digits();
    }
    boolean exponent = exponent();
    if (at < text.length() && namePart(text.charAt(at))) {
      throw Refusal.syntax("a number runs into a name at " + at);
    }
    Token.Kind kind = fraction || exponent ? Token.Kind.FLOAT : Token.Kind.INTEGER;
    add(kind, text.substring(start, at), start);
  }

  private boolean exponent() {
    int next = at + 1;
    if (at >= text.length() || Character.toLowerCase(text.charAt(at)) != 'e') {
      return false;
    }
    if (text.startsWith("+", next) || text.startsWith("-", next)) {
      next++;
    }
    if (!digit(next)) {
      return false;
    }
    at = next;
    digits();
    return true;
  }

  private void digits() {
    while (digit(at)) {
      at++;
    }
  }

  private boolean digit(int index) {
    return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
  }

  private void symbol(char first) {
    int start = at;
    String symbol =
        LONG_SYMBOLS.stream()
            .filter(known -> text.startsWith(known, at))
            .findFirst()
            .orElse(String.valueOf(first));
    if (SYMBOLS.indexOf(first) < 0) {
      throw Refusal.syntax("unexpected character '" + first + "' at " + at);
    }
    at += symbol.length();
    add(Token.Kind.SYMBOL, symbol, start);
  }

  private char charAt(String wanted) {
    if (at >= text.length()) {
      throw Refusal.syntax("the text ends before " + wanted);
    }
    return text.charAt(at);
  }

  private void skip() {
    while (at < text.length() && skipped()) {
      at++;
    }
  }

  private boolean skipped() {
    if (text.startsWith("//", at)) {
      int end = text.indexOf('\n', at);
      at = end < 0 ? text.length() : end;
      return true;
    }
    if (text.startsWith("/*", at)) {
      int end = text.indexOf("*/", at + 2);
      if (end < 0) {
        throw Refusal.syntax("a comment without an end");
      }
      at = end + 1;
      return true;
    }
    return Character.isWhitespace(text.charAt(at));
  }
}
