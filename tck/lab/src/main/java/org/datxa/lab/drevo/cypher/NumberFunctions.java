package org.datxa.lab.drevo.cypher;

import java.time.Clock;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** The functions of numbers, and the conversions to them. */
final class NumberFunctions {

  private static final Clock CLOCK = Clock.systemUTC();

  private NumberFunctions() {}

  static void add(Map<String, Function> table) {
    table.put("abs", Function.one(NumberFunctions::absolute));
    table.put("sign", Function.one(value -> (long) Math.signum(number(value))));
    table.put("ceil", floating(Math::ceil));
    table.put("floor", floating(Math::floor));
    table.put("sqrt", floating(Math::sqrt));
    table.put("round", floating(value -> Math.floor(value + 0.5)));
    table.put("exp", floating(Math::exp));
    table.put("log", floating(Math::log));
    table.put("tointeger", Function.one(Conversions::integer));
    table.put("tofloat", Function.one(Conversions::floating));
    table.put("toboolean", Function.one(Conversions::truth));
    table.put("timestamp", new Function(0, 0, false, (run, none) -> CLOCK.millis()));
  }

  private static Function floating(DoubleUnaryOperator body) {
    return Function.one(value -> body.applyAsDouble(number(value)));
  }

  private static double number(Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw Refusal.type("a number", value);
  }

  private static Object absolute(Object value) {
    if (!(value instanceof Long number)) {
      return Math.abs(number(value));
    }
    return number < 0 ? Arithmetic.apply("-", 0L, number) : number;
  }
}
