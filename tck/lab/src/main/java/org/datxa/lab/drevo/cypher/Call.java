package org.datxa.lab.drevo.cypher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * CALL.
 *
 * @param procedure the procedure's name
 * @param parameters its arguments
 * @param yield from the column's name to the variable's; null without YIELD
 * @param where the condition after YIELD, or null
 */
record Call(
    String procedure, List<Expression> parameters, Map<String, String> yield, Expression where)
    implements Clause, Statement.SingleCall {

  @Override
  public int arguments() {
    return parameters.size();
  }

  @Override
  public Optional<String> onlyString(Map<String, Object> values) {
    if (parameters.size() != 1) {
      return Optional.empty();
    }
    Expression only = parameters.get(0);
    Object value = null;
    if (only instanceof Atoms.Literal literal) {
      value = literal.constant();
    } else if (only instanceof Atoms.Parameter parameter) {
      value = values.get(parameter.name());
    }
    return value instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** What the procedure gives; it is called once, whatever the number of rows. */
  Answer answer(Run run) {
    List<Object> arguments = new ArrayList<>();
    parameters.forEach(one -> arguments.add(one.value(new Scope(run, Map.of()))));
    return run.procedures().call(procedure, arguments);
  }

  @Override
  public List<Map<String, Object>> apply(Run run, List<Map<String, Object>> rows) {
    Answer answer = answer(run);
    if (yield == null) {
      return rows;
    }
    List<Map<String, Object>> all = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      answer.rows().forEach(one -> all.add(yielded(row, answer.fields(), one)));
    }
    if (where != null) {
      all.removeIf(row -> !Values.holds(where.value(new Scope(run, row))));
    }
    return all;
  }

  private Map<String, Object> yielded(
      Map<String, Object> row, List<String> fields, List<Object> values) {
    Map<String, Object> more = new LinkedHashMap<>(row);
    yield.forEach((column, name) -> more.put(name, values.get(place(fields, column))));
    return more;
  }

  private int place(List<String> fields, String column) {
    int place = fields.indexOf(column);
    if (place < 0) {
      throw Refusal.semantic(procedure + " yields no " + column);
    }
    return place;
  }

  @Override
  public Clause checked(Names names) {
    parameters.forEach(new Names()::checkPlain);
    if (yield != null) {
      yield.values().forEach(names::addNew);
    }
    if (where != null) {
      names.checkPlain(where);
    }
    return this;
  }

  @Override
  public boolean mayWrite() {
    return true;
  }
}
