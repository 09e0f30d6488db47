package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A function.
 *
 * @param least the fewest arguments
 * @param most the most arguments
 * @param takesNull whether it looks at nulls itself; otherwise a null argument makes the result
 *     null
 * @param body what it does
 */
record Function(int least, int most, boolean takesNull, Body body) {

  private static final Map<String, Function> KNOWN = known();

  interface Body {
    Object apply(Run run, List<Object> arguments);
  }

  /** The use of a function. */
  record Use(Function function, List<Expression> parts) implements Expression {
    @Override
    public Object value(Scope scope) {
      List<Object> arguments = new ArrayList<>();
      parts.forEach(part -> arguments.add(part.value(scope)));
      boolean unknown = !function.takesNull() && arguments.contains(null);
      return unknown ? null : function.body().apply(scope.run(), arguments);
    }
  }

  static Expression use(String name, List<Expression> arguments) {
    Function function = KNOWN.get(name.toLowerCase(Locale.ROOT));
    if (function == null) {
      throw Refusal.unsupported("function " + name);
    }
    if (arguments.size() < function.least() || arguments.size() > function.most()) {
      throw Refusal.semantic("wrong number of arguments of " + name);
    }
    return new Use(function, List.copyOf(arguments));
  }

  private static Map<String, Function> known() {
    Map<String, Function> table = new HashMap<>();
    GraphFunctions.add(table);
    TextFunctions.add(table);
    NumberFunctions.add(table);
    ListFunctions.add(table);
    return table;
  }

  /** A function of one argument that is null for null. */
  static Function one(java.util.function.Function<Object, Object> body) {
    return new Function(1, 1, false, (run, arguments) -> body.apply(arguments.get(0)));
  }
}
