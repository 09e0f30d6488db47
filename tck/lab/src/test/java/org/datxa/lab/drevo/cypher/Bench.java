package org.datxa.lab.drevo.cypher;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.DrevoFailure;

/** A graph with statements run on it. Procedures note their calls and answer their arguments. */
final class Bench {

  final MapGraph graph = new MapGraph();
  final List<String> calls = new ArrayList<>();

  Bench(String... statements) {
    List.of(statements).forEach(this::run);
  }

  Answer run(String text) {
    return run(text, Map.of());
  }

  Answer run(String text, Map<String, Object> parameters) {
    return Cypher.parse(text).run(graph, parameters, this::procedure);
  }

  private Answer procedure(String name, List<Object> arguments) {
    calls.add(name + arguments);
    List<List<Object>> rows = new ArrayList<>();
    arguments.forEach(argument -> rows.add(List.of(argument, (long) rows.size())));
    return new Answer(List.of("value", "place"), rows);
  }

  /** The rows as text. */
  String rows(String text) {
    return run(text).rows().toString();
  }

  Object value(String expression) {
    return value(expression, Map.of());
  }

  Object value(String expression, Map<String, Object> parameters) {
    return run("RETURN " + expression + " AS value", parameters).rows().get(0).get(0);
  }

  DrevoFailure refusal(String text) {
    return catchThrowableOfType(DrevoFailure.class, () -> run(text));
  }
}
