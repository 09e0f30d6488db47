package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.datxa.lab.drevo.graph.GraphAccess;

/**
 * A statement of clauses.
 *
 * @param parts the parts that UNION connects, each with its clauses
 * @param distinct whether the rows of all parts are told apart (UNION without ALL)
 */
record Query(List<List<Clause>> parts, boolean distinct) implements Statement {

  @Override
  public Answer run(GraphAccess graph, Map<String, Object> parameters, Procedures procedures) {
    Run run = new Run(graph, parameters, procedures);
    List<Answer> answers = parts.stream().map(part -> run(run, part)).toList();
    if (answers.size() == 1) {
      return answers.get(0);
    }
    List<List<Object>> rows = new ArrayList<>();
    answers.forEach(answer -> rows.addAll(answer.rows()));
    if (distinct) {
      Set<Object> seen = new HashSet<>();
      rows.removeIf(row -> !seen.add(Identity.ofAll(row)));
    }
    return new Answer(answers.get(0).fields(), rows);
  }

  private static Answer run(Run run, List<Clause> clauses) {
    if (clauses.get(clauses.size() - 1) instanceof Call call) {
      return ending(run, call, clauses.size() == 1);
    }
    List<Map<String, Object>> rows = List.of(Map.of());
    for (Clause clause : clauses) {
      rows = clause.apply(run, rows);
    }
    List<String> fields = fields(clauses);
    return new Answer(
        fields,
        fields.isEmpty() ? List.of() : rows.stream().map(r -> row(run, fields, r)).toList());
  }

  private static List<Object> row(Run run, List<String> fields, Map<String, Object> row) {
    List<Object> values = new ArrayList<>();
    fields.forEach(field -> values.add(Entities.now(run, row.get(field))));
    return values;
  }

  static List<String> fields(List<Clause> clauses) {
    Clause last = clauses.get(clauses.size() - 1);
    if (last instanceof Projection projection) {
      return projection.fields();
    }
    return List.of();
  }

  private static Answer ending(Run run, Call call, boolean alone) {
    if (!alone || call.yield() != null) {
      throw Refusal.unsupported(
          "CALL as the last of several clauses, or with YIELD and no RETURN,");
    }
    return call.answer(run);
  }

  @Override
  public boolean mayWrite() {
    return parts.stream().flatMap(List::stream).anyMatch(Clause::mayWrite);
  }

  @Override
  public Optional<SingleCall> singleCall() {
    boolean single = parts.size() == 1 && parts.get(0).size() == 1;
    return single && parts.get(0).get(0) instanceof Call call && call.where() == null
        ? Optional.of(call)
        : Optional.empty();
  }
}
