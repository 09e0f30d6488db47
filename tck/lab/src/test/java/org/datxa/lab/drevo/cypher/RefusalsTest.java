package org.datxa.lab.drevo.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalsTest {

  private final Bench bench = new Bench("CREATE (:A {title: 'a', i: 1})");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   // nothing",
        "MATCH",
        "MATCH (n)",
        "MATCH (n) RETURN",
        "MATCH (n RETURN n",
        "RETURN 1 +",
        "RETURN 1 RETURN 2",
        "RETURN 'open",
        "RETURN 1 /* open",
        "RETURN 'a\\q'",
        "RETURN 9223372036854775808",
        "RETURN 1a",
        "RETURN 1 ! 2",
        "RETURN $",
        "WITH 1 AS x",
        "WITH 1 + 1 RETURN 1",
        "RETURN 1 AS a UNION RETURN 2 AS b",
        "RETURN 1 AS a UNION RETURN 1 AS a UNION ALL RETURN 1 AS a",
        "FOREACH (x IN [1] | MATCH (n) RETURN n)",
        "CREATE (n:A $properties)",
        "CREATE CONSTRAINT",
        "RETURN 1 AS x UNION CALL p(1)",
        "FETCH (n)",
        "MATCH (a)-[r]>(b) RETURN r",
        "RETURN [1, 2",
        "RETURN CASE WHEN true END",
      })
  void syntax(String text) {
    assertThat(bench.refusal(text).code()).isEqualTo(Refusal.SYNTAX);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE (n)",
        "CREATE (:A)-[:R]-(:A)",
        "CREATE (:A)-[]->(:A)",
        "CREATE (:A)-[:R|S]->(:A)",
        "MERGE (n {i: 9})",
        "CREATE (n:A {title: 1})",
        "CREATE (n:A {body: [1]})",
        "MATCH (n:A) SET n.title = 2",
        "MATCH (n:A) SET n.title = null",
        "MATCH (n:A) SET n += {body: null}",
        "MATCH (n:A) SET n.x = n",
        "MATCH p = (n:A) SET n.x = [p]",
        "MATCH (n:A) CREATE (n:B)",
        "MATCH (n:A) REMOVE n:A",
        "MATCH (n:A) SET n = 1",
        "WITH 1 AS n SET n.x = 1",
        "OPTIONAL MATCH (n:None) SET n.x = 1",
        "OPTIONAL MATCH (n:None) MATCH (n)-->(m) RETURN m",
        "WITH 1 AS n DELETE n",
        "RETURN missing",
        "CREATE (b:B {y: a.x}), (a:A {x: 1})",
        "MATCH (n:None) RETURN m",
        "MATCH (n) WITH n.i AS i RETURN n",
        "RETURN *",
        "RETURN 1 AS a, 2 AS a",
        "UNWIND 1 AS x RETURN x",
        "RETURN 9223372036854775807 + 1",
        "RETURN -9223372036854775808 / -1",
        "RETURN 4611686018427387904 * 2",
        "RETURN -(-9223372036854775808)",
        "RETURN 1 / 0",
        "RETURN 1 % 0",
        "RETURN 'a' + 1",
        "RETURN [1] + 1",
        "RETURN 1 < 'a'",
        "RETURN 1 AND true",
        "MATCH (n) WHERE 1 RETURN n",
        "RETURN 'a' =~ '('",
        "RETURN 1 STARTS WITH 'a'",
        "RETURN [1]['a']",
        "RETURN 1.x",
        "RETURN toUpper(1)",
        "RETURN size()",
        "RETURN 1 LIMIT -1",
        "RETURN 1 SKIP 'a'",
        "MATCH (n) RETURN n LIMIT n.i",
        "MATCH (n) WHERE count(n) > 1 RETURN n",
        "MATCH (n) RETURN n.i + count(*)",
        "MATCH (n) RETURN n.i AS i, count(*) AS c ORDER BY n.title",
        "MATCH (n) RETURN DISTINCT n.i AS i ORDER BY n.title",
        "CALL p(1) YIELD nothing RETURN 1",
        "MATCH (n) CALL p(n.i) YIELD value RETURN value",
      })
  void semantics(String text) {
    assertThat(bench.refusal(text).code()).isEqualTo(Refusal.SEMANTIC);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN RETURN 1",
        "PROFILE RETURN 1",
        "MATCH (n:A) USING INDEX n:A(i) RETURN n",
        "LOAD CSV FROM 'x' AS l RETURN l",
        "USE other RETURN 1",
        "CALL { RETURN 1 AS x } RETURN x",
        "CALL p(1) YIELD * RETURN 1",
        "CALL p(1) YIELD value",
        "UNWIND [1] AS x CALL p(1)",
        "SHOW INDEXES",
        "DROP INDEX x",
        "CREATE VECTOR INDEX v FOR (n:A) ON (n.e)",
        "MATCH p = shortestPath((a)-[*]-(b)) RETURN p",
        "MATCH (n) RETURN n {.i}",
        "MATCH (n) WHERE EXISTS { (n)-->() } RETURN n",
        "RETURN nosuch(1)",
        "RETURN apoc.coll.sum([1])",
        "RETURN [x IN [1]]",
        "MATCH (n) RETURN size(collect(n))",
        "RETURN sum(count(*))",
        "CREATE (:A)-[:R*2]->(:A)",
      })
  void unsupported(String text) {
    assertThat(bench.refusal(text).code()).isEqualTo(Refusal.UNSUPPORTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RETURN $x", "MATCH (n {title: $x}) RETURN n", "CALL p($x)"})
  void parameterMissing(String text) {
    assertThat(bench.refusal(text).code()).isEqualTo(Refusal.PARAMETER);
  }

  @Test
  void whenNestedTooDeeply_itIsASyntaxErrorAndNoOverflow() {
    assertThat(bench.refusal("RETURN " + "[".repeat(100_000)).code()).isEqualTo(Refusal.SYNTAX);
    assertThat(bench.refusal("RETURN " + "(".repeat(1000) + "1" + ")".repeat(1000)).code())
        .isEqualTo(Refusal.SYNTAX);
    assertThat(bench.value("(".repeat(100) + "1" + ")".repeat(100))).isEqualTo(1L);
  }
}
