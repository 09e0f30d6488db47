package org.datxa.lab.drevo.cypher;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The functions of lists, and coalesce and exists. */
final class ListFunctions {

  private static final long LONGEST_RANGE = 1_000_000;

  private ListFunctions() {}

  static void add(Map<String, Function> table) {
    table.put("size", Function.one(ListFunctions::size));
    table.put("head", Function.one(ListFunctions::head));
    table.put("last", Function.one(ListFunctions::last));
    table.put("tail", Function.one(ListFunctions::tail));
    table.put("reverse", Function.one(ListFunctions::reversed));
    table.put("range", new Function(2, 3, false, (run, all) -> range(all)));
    table.put("coalesce", new Function(1, Integer.MAX_VALUE, true, (run, all) -> first(all)));
    table.put("exists", new Function(1, 1, true, (run, all) -> all.get(0) != null));
  }

  private static Object size(Object value) {
    return value instanceof String text ? (long) text.length() : (long) Values.list(value).size();
  }

  private static Object head(Object value) {
    List<?> list = Values.list(value);
    return list.isEmpty() ? null : list.get(0);
  }

  private static Object last(Object value) {
    List<?> list = Values.list(value);
    return list.isEmpty() ? null : list.get(list.size() - 1);
  }

  private static Object tail(Object value) {
    List<?> list = Values.list(value);
    return list.isEmpty() ? List.of() : new ArrayList<>(list.subList(1, list.size()));
  }

  private static Object reversed(Object value) {
    if (value instanceof String text) {
      return new StringBuilder(text).reverse().toString();
    }
    List<Object> copy = new ArrayList<>(Values.list(value));
    Collections.reverse(copy);
    return copy;
  }

  private static Object range(List<Object> arguments) {
    long from = Values.integer(arguments.get(0));
    long to = Values.integer(arguments.get(1));
    long step = arguments.size() == 3 ? Values.integer(arguments.get(2)) : 1;
    if (step == 0) {
      throw Refusal.semantic("the step of a range is not 0");
    }
    List<Object> all = new ArrayList<>();
    BigInteger end = BigInteger.valueOf(to);
    BigInteger by = BigInteger.valueOf(step);
    for (BigInteger at = BigInteger.valueOf(from);
        at.compareTo(end) * by.signum() <= 0;
        at = at.add(by)) {
      all.add(at.longValueExact());
      if (all.size() > LONGEST_RANGE) {
        throw Refusal.semantic("a range of more than " + LONGEST_RANGE + " elements");
      }
    }
    return all;
  }

  private static Object first(List<Object> arguments) {
    return arguments.stream().filter(Objects::nonNull).findFirst().orElse(null);
  }
}
