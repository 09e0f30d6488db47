package org.datxa.bridge.clickhouse.internal.type;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The text of a type, cut at its outermost brackets and commas. */
record TypeText(String text, String name, List<String> arguments) {
  private static final Pattern NAMED =
      Pattern.compile("(\\w+|`(?:[^`\\\\]|\\\\.)*`)\\s+(.+)", Pattern.DOTALL);

  /** One element of a tuple; its name is empty when it has none. */
  record Element(String name, TypeText type) {}

  static TypeText parse(String text) {
    String whole = text.strip();
    int open = whole.indexOf('(');
    if (open < 0) {
      return new TypeText(whole, whole, List.of());
    }
    if (!whole.endsWith(")")) {
      throw new IllegalArgumentException(whole);
    }
    String inner = whole.substring(open + 1, whole.length() - 1);
    return new TypeText(whole, whole.substring(0, open).strip(), split(inner));
  }

  TypeText argument(int index) {
    return parse(arguments.get(index));
  }

  int number(int index) {
    return Integer.parseInt(arguments.get(index));
  }

  String unquoted(int index) {
    return unquote(arguments.get(index));
  }

  List<Element> elements() {
    return arguments.stream().map(TypeText::element).collect(Collectors.toList());
  }

  private static Element element(String text) {
    Matcher named = NAMED.matcher(text);
    if (named.matches()) {
      String name = named.group(1);
      return new Element(name.startsWith("`") ? unquote(name) : name, parse(named.group(2)));
    }
    return new Element("", parse(text));
  }

  static String unquote(String quoted) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < quoted.length() - 1; i++) {
      char c = quoted.charAt(i);
      text.append(c == '\\' ? unescape(quoted.charAt(++i)) : c);
    }
    return text.toString();
  }

  private static char unescape(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case '0' -> '\0';
      default -> c;
    };
  }

  private static List<String> split(String inner) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < inner.length(); i++) {
      char c = inner.charAt(i);
      if (c == '\'' || c == '`') {
        i = endOfQuoted(inner, i);
      } else if (c == '(' || c == ')') {
        depth += c == '(' ? 1 : -1;
      } else if (c == ',' && depth == 0) {
        parts.add(inner.substring(start, i).strip());
        start = i + 1;
      }
    }
    parts.add(inner.substring(start).strip());
    return parts;
  }

  private static int endOfQuoted(String text, int open) {
    int i = open + 1;
    while (text.charAt(i) != text.charAt(open)) {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return i;
  }
}
