package org.datxa.bridge.drevo.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names and keywords of a Cypher text, without what stands in strings and comments. What this
 * reader cannot be sure to cut up as the server does makes the text unclear.
 */
final class CypherWords {
  /** How a word stands in the text. */
  enum Role {
    /** On its own: a keyword, a variable, a function. */
    BARE,
    /** After a dot. */
    MEMBER,
    /** After a colon: a label or a type. */
    LABEL,
    /** After a dollar sign. */
    PARAMETER,
    /** In backquotes; never a keyword. */
    QUOTED
  }

  /**
   * A word.
   *
   * @param text as written, without backquotes
   * @param role how it stands there
   * @param afterDot whether a dot stands before it
   */
  record Word(String text, Role role, boolean afterDot) {
    String upper() {
      return text.toUpperCase(Locale.ROOT);
    }
  }

  private static final char NEXT_LINE = 0x85;
  private static final Pattern NUMBER =
      Pattern.compile("[0-9]+([eE][0-9]*)?|0[xX][0-9a-fA-F]*|0[oO][0-7]*");

  private final String text;
  private final List<Word> words = new ArrayList<>();
  private int at;
  private char before = ' ';
  private boolean unclear;

  private CypherWords(String text) {
    this.text = text;
  }

  static CypherWords of(String text) {
    CypherWords words = new CypherWords(text);
    while (words.at < text.length()) {
      words.step();
    }
    return words;
  }

  List<Word> words() {
    return words;
  }

  boolean unclear() {
    return unclear;
  }

  private void step() {
    char c = text.charAt(at);
    if (c == '\'' || c == '"') {
      string(c);
    } else if (c == '`') {
      quoted();
    } else if (text.startsWith("//", at)) {
      lineComment();
    } else if (text.startsWith("/*", at)) {
      blockComment();
    } else if (Character.isDigit(c)) {
      number();
    } else if (isOfWord(c)) {
      word();
    } else {
      sign(c);
    }
  }

  private void string(char quote) {
    for (at++; at < text.length() && text.charAt(at) != quote; at++) {
      if (text.charAt(at) == '\\') {
        at++;
      }
    }
    close();
    before = quote;
  }

  private void close() {
    unclear |= at >= text.length();
    at++;
  }

  private void quoted() {
    int start = ++at;
    while (at < text.length() && text.charAt(at) != '`') {
      unclear |= text.charAt(at) == '\\';
      at++;
    }
    String name = text.substring(start, Math.min(at, text.length()));
    close();
    words.add(new Word(name, before == ':' ? Role.LABEL : Role.QUOTED, before == '.'));
    before = '`';
  }

  private void lineComment() {
    while (at < text.length() && text.charAt(at) != '\n') {
      unclear |= text.charAt(at) == '\r' && !text.startsWith("\r\n", at);
      at++;
    }
  }

  private void blockComment() {
    int end = text.indexOf("*/", at + 2);
    if (end < 0) {
      unclear = true;
      at = text.length();
      return;
    }
    unclear |= text.substring(at + 2, end).contains("/*");
    at = end + 2;
  }

  /**
   * A number may end in a dot, after which a keyword may stand: such a dot starts no member. The
   * server ends a number where its form does, so a keyword may stand right behind it too.
   */
  private void number() {
    int start = at;
    while (at < text.length() && isOfWord(text.charAt(at))) {
      at++;
    }
    unclear |= !NUMBER.matcher(text).region(start, at).matches();
    if (at < text.length() && text.charAt(at) == '.' && !text.startsWith("..", at)) {
      at++;
    }
    before = '0';
  }

  private void word() {
    int start = at;
    while (at < text.length() && isOfWord(text.charAt(at))) {
      at++;
    }
    words.add(new Word(text.substring(start, at), role(), before == '.'));
    before = 'a';
  }

  private Role role() {
    return switch (before) {
      case '.' -> Role.MEMBER;
      case ':' -> Role.LABEL;
      case '$' -> Role.PARAMETER;
      default -> Role.BARE;
    };
  }

  private void sign(char c) {
    unclear |= c == ';' || c == '\\';
    at++;
    if (c == '.' && before == '.') {
      before = ' '; // a range; what follows is no member
    } else if (!isSpace(c)) {
      before = c;
    } else if (before == '$') {
      before = ' ';
    }
  }

  private static boolean isOfWord(char c) {
    return c == '_' || Character.isLetterOrDigit(c) || (c >= 0x80 && !isSpace(c));
  }

  /** The server takes all that Unicode calls a space for one, such as the one that never breaks. */
  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == NEXT_LINE;
  }
}
