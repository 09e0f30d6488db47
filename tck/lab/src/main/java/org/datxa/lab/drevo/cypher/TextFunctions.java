package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The functions of strings. */
final class TextFunctions {

  private TextFunctions() {}

  static void add(Map<String, Function> table) {
    UnaryOperator<String> upper = text -> text.toUpperCase(Locale.ROOT);
    UnaryOperator<String> lower = text -> text.toLowerCase(Locale.ROOT);
    table.put("toupper", text(upper));
    table.put("upper", text(upper));
    table.put("tolower", text(lower));
    table.put("lower", text(lower));
    table.put("trim", text(String::strip));
    table.put("ltrim", text(String::stripLeading));
    table.put("rtrim", text(String::stripTrailing));
    table.put("tostring", Function.one(Conversions::text));
    table.put("split", texts(2, 2, TextFunctions::split));
    table.put(
        "replace", texts(3, 3, all -> string(all, 0).replace(string(all, 1), string(all, 2))));
    table.put("substring", texts(2, 3, TextFunctions::substring));
    table.put("left", texts(2, 2, TextFunctions::left));
    table.put("right", texts(2, 2, TextFunctions::right));
    table.put("randomuuid", texts(0, 0, none -> UUID.randomUUID().toString()));
  }

  private static Function text(UnaryOperator<String> body) {
    return Function.one(value -> body.apply(Values.string(value)));
  }

  private static Function texts(
      int least, int most, java.util.function.Function<List<Object>, Object> body) {
    return new Function(least, most, false, (run, arguments) -> body.apply(arguments));
  }

  private static String string(List<Object> arguments, int index) {
    return Values.string(arguments.get(index));
  }

  private static Object split(List<Object> arguments) {
    String text = string(arguments, 0);
    String[] parts = text.split(Pattern.quote(string(arguments, 1)), -1);
    return new ArrayList<Object>(List.of(parts));
  }

  private static int count(List<Object> arguments, int index) {
    long count = Values.integer(arguments.get(index));
    if (count < 0) {
      throw Refusal.semantic("a place or length in a string is not negative");
    }
    return (int) Math.min(count, string(arguments, 0).length());
  }

  private static Object substring(List<Object> arguments) {
    String rest = string(arguments, 0).substring(count(arguments, 1));
    return arguments.size() == 2
        ? rest
        : rest.substring(0, Math.min(rest.length(), count(arguments, 2)));
  }

  private static Object left(List<Object> arguments) {
    return string(arguments, 0).substring(0, count(arguments, 1));
  }

  private static Object right(List<Object> arguments) {
    String text = string(arguments, 0);
    return text.substring(text.length() - count(arguments, 1));
  }
}
