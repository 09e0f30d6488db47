package org.datxa.bridge.clickhouse.internal.sql;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A quoted text of SQL, unescaped into bytes. */
final class QuotedText {
  private final String sql;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();
  private int at;

  QuotedText(String sql, int open) throws SqlRefused {
    this.sql = sql;
    this.at = open + 1;
    char quote = sql.charAt(open);
    while (!closes(quote)) {
      if (sql.charAt(at) == '\\') {
        at++;
        escape();
      } else {
        plain();
      }
    }
  }

  byte[] bytes() {
    return content.toByteArray();
  }

  /** A text where the bytes are one, else the bytes. */
  Object content() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes())).toString();
    } catch (CharacterCodingException e) {
      return bytes();
    }
  }

  /** The place after the closing quote. */
  int end() {
    return at;
  }

  private boolean closes(char quote) throws SqlRefused {
    if (at >= sql.length()) {
      throw new SqlRefused("A quoted text has no end");
    }
    if (sql.charAt(at) != quote) {
      return false;
    }
    at++;
    if (at < sql.length() && sql.charAt(at) == quote) {
      plain();
      return closes(quote);
    }
    return true;
  }

  private void plain() throws SqlRefused {
    int point = sql.codePointAt(at);
    if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
      throw new SqlRefused("A quoted text has half of a surrogate pair");
    }
    content.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
    at += Character.charCount(point);
  }

  private void escape() throws SqlRefused {
    if (at >= sql.length()) {
      throw new SqlRefused("A quoted text has no end");
    }
    char c = sql.charAt(at);
    int simple = "btnfrav0e".indexOf(c);
    if (simple >= 0) {
      content.write("\b\t\n\f\r\u0007\u000b\0\u001b".charAt(simple));
      at++;
    } else if (c == 'x') {
      hex();
    } else if ("'\"`\\/=".indexOf(c) >= 0) {
      plain();
    } else if (c == 'N') {
      throw new SqlRefused("The escape \\N in a quoted text is not taken; write NULL");
    } else {
      content.write('\\');
      plain();
    }
  }

  private void hex() throws SqlRefused {
    try {
      content.write(Integer.parseInt(sql.substring(at + 1, at + 3), 16));
      at += 3;
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new SqlRefused("\\x needs two hexadecimal digits", e);
    }
  }
}
