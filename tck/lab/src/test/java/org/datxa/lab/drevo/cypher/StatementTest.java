package org.datxa.lab.drevo.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTest {

  private final Bench bench = new Bench();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE (:A)",
        "MERGE (:A)",
        "MATCH (n) SET n.x = 1",
        "MATCH (n) REMOVE n.x RETURN n",
        "MATCH (n) DELETE n",
        "FOREACH (x IN [1] | CREATE (:A))",
        "CALL p()",
        "RETURN 1 AS x UNION CREATE (a:A) RETURN a AS x",
      })
  void mayWrite(String text) {
    assertThat(Cypher.parse(text).mayWrite()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RETURN 1",
        "MATCH (n) WITH n UNWIND [1] AS x RETURN n, x",
        "CREATE CONSTRAINT c FOR (n:A) REQUIRE n.x IS UNIQUE",
        "CREATE INDEX FOR (n:A) ON (n.x)",
        "SHOW CONSTRAINTS",
      })
  void onlyReads(String text) {
    assertThat(Cypher.parse(text).mayWrite()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE CONSTRAINT c IF NOT EXISTS FOR (n:A) REQUIRE n.x IS UNIQUE",
        "CREATE INDEX i FOR (n:A) ON (n.x);",
        "CREATE INDEX ON :A(x)",
        "CREATE TEXT INDEX i FOR (n:A) ON (n.x)",
      })
  void schemaStatementsDoNothing(String text) {
    assertThat(bench.run(text)).isEqualTo(new Answer(List.of(), List.of()));
    assertThat(bench.run("SHOW CONSTRAINTS").rows()).isEmpty();
  }

  @Test
  void singleCall_isFoundWithAndWithoutYield() {
    Statement.SingleCall call = single("CALL drevo.tx.prepare($g);");
    assertThat(call.procedure()).isEqualTo("drevo.tx.prepare");
    assertThat(call.arguments()).isEqualTo(1);
    assertThat(call.onlyString(Map.of("g", "x"))).contains("x");
    assertThat(call.onlyString(Map.of("g", 1L))).isEmpty();
    assertThat(call.onlyString(Map.of())).isEmpty();
    assertThat(single("call Drevo.tx.prepare('l') yield gid as g").onlyString(Map.of()))
        .contains("l");
    assertThat(single("CALL p('a' + 'b')").onlyString(Map.of())).isEmpty();
    assertThat(single("CALL p('a', 'b')").onlyString(Map.of())).isEmpty();
    assertThat(single("CALL p()").arguments()).isZero();
  }

  private static Statement.SingleCall single(String text) {
    return Cypher.parse(text).singleCall().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CALL p('a') YIELD gid RETURN gid",
        "CALL p('a') RETURN 1",
        "CALL p('a') YIELD gid WHERE gid = 'a'",
        "CALL p('a') YIELD gid AS x RETURN x UNION CALL p('a') YIELD gid AS x RETURN x",
        "RETURN 1",
        "SHOW CONSTRAINTS",
      })
  void notASingleCall(String text) {
    assertThat(Cypher.parse(text).singleCall()).isEmpty();
  }

  @Test
  void call_givesTheProceduresColumns() {
    assertThat(bench.run("CALL a.b('x', 2)"))
        .isEqualTo(
            new Answer(List.of("value", "place"), List.of(List.of("x", 0L), List.of(2L, 1L))));
    assertThat(bench.calls).containsExactly("a.b[x, 2]");
  }

  @Test
  void call_yieldsRowsForEachRow_butIsCalledOnce() {
    assertThat(
            bench.rows(
                "UNWIND [10, 20] AS x CALL p(1, 2) YIELD value AS v, place WHERE v > 1"
                    + " RETURN x + v, place"))
        .isEqualTo("[[12, 1], [22, 1]]");
    assertThat(bench.calls).hasSize(1);
  }

  @Test
  void call_withoutYieldInsideIsCalledToo() {
    assertThat(bench.rows("CALL p('g') RETURN 1")).isEqualTo("[[1]]");
    assertThat(bench.calls).containsExactly("p[g]");
  }

  @Test
  void aStatementCanBeRunAgain() {
    Statement statement = Cypher.parse("CREATE (n:A {i: $i}) RETURN n.i");
    for (long i = 0; i < 3; i++) {
      assertThat(statement.run(bench.graph, Map.of("i", i), null).rows())
          .containsExactly(List.of(i));
    }
    assertThat(bench.run("CREATE (:A)")).isEqualTo(new Answer(List.of(), List.of()));
  }
}
