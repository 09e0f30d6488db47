package org.datxa.bridge.clickhouse.internal.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads literals and placeholders; everything else is an expression and refused by name. */
final class LiteralParser {
  private final TokenCursor cursor;
  private int placeholders;

  LiteralParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  int placeholders() {
    return placeholders;
  }

  Object value() throws SqlRefused {
    Token token = cursor.take();
    return switch (token.kind()) {
      case STRING -> token.content();
      case NUMBER -> number(token.text(), false);
      case WORD -> word(token);
      case SIGN -> sign(token);
      default -> throw refused(token);
    };
  }

  SqlRefused refused() {
    return refused(cursor.peek());
  }

  private SqlRefused refused(Token token) {
    return new SqlRefused(
        "The expression at '"
            + token.text()
            + "' is refused in a transaction: INSERT takes literals and placeholders only; compute"
            + " the value in the application");
  }

  private Object word(Token token) throws SqlRefused {
    return switch (token.text().toLowerCase(Locale.ROOT)) {
      case "null" -> null;
      case "true" -> true;
      case "false" -> false;
      case "nan" -> Double.NaN;
      case "inf", "infinity" -> Double.POSITIVE_INFINITY;
      default -> throw refused(token);
    };
  }

  private Object sign(Token token) throws SqlRefused {
    return switch (token.text()) {
      case "?" -> new InsertStatement.Placeholder(placeholders++);
      case "-" -> signed(true);
      case "+" -> signed(false);
      case "[" -> list(']');
      case "(" -> list(')');
      case "{" -> map();
      default -> throw refused(token);
    };
  }

  private Object signed(boolean negative) throws SqlRefused {
    Token token = cursor.take();
    if (token.isWord("inf") || token.isWord("infinity")) {
      return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    if (token.kind() != Token.Kind.NUMBER) {
      throw refused(token);
    }
    return number(token.text(), negative);
  }

  private static Object number(String text, boolean negative) throws SqlRefused {
    try {
      if (text.startsWith("0x") || text.startsWith("0X")) {
        BigInteger number = new BigInteger(text.substring(2), 16);
        return negative ? number.negate() : number;
      }
      BigDecimal number = new BigDecimal(text);
      boolean fraction = text.chars().anyMatch(c -> c == '.' || c == 'e' || c == 'E');
      if (negative && number.signum() == 0 && fraction) {
        return -0.0d;
      }
      BigDecimal signed = negative ? number.negate() : number;
      return fraction ? signed : signed.toBigIntegerExact();
    } catch (NumberFormatException e) {
      throw new SqlRefused("Not a number: " + text, e);
    }
  }

  private List<Object> list(char close) throws SqlRefused {
    List<Object> items = new ArrayList<>();
    while (!cursor.takeSign(close)) {
      if (!items.isEmpty()) {
        comma();
      }
      items.add(value());
    }
    return items;
  }

  private Map<Object, Object> map() throws SqlRefused {
    Map<Object, Object> items = new LinkedHashMap<>();
    while (!cursor.takeSign('}')) {
      if (!items.isEmpty()) {
        comma();
      }
      Object key = value();
      if (!cursor.takeSign(':')) {
        throw refused();
      }
      if (items.containsKey(key)) {
        throw new SqlRefused("A map literal names a key twice");
      }
      items.put(key, value());
    }
    return items;
  }

  private void comma() throws SqlRefused {
    if (!cursor.takeSign(',')) {
      throw refused();
    }
  }
}
