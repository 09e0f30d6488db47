package org.datxa.lab.drevo.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadsTest {

  private final Bench bench =
      new Bench(
          "CREATE (a:P {title: 'a', i: 1})-[:R {w: 1}]->(b:P:Q {title: 'b', i: 2}),"
              + " (b)-[:R {w: 2}]->(c:P {title: 'c', i: 3}), (c)-[:S]->(a), (d:Z {i: 4, k: null})");

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      textBlock =
          """
          MATCH (n:P) RETURN n.i => [[1], [2], [3]]
          MATCH (n:P:Q) RETURN n.i => [[2]]
          MATCH (n) WHERE n:Q OR n.i = 4 RETURN n.i => [[2], [4]]
          MATCH (n {i: 3}) RETURN n.title => [[c]]
          MATCH (n {i: null}) RETURN n => []
          MATCH (n) WHERE n.nothing RETURN n => []
          MATCH (:P {title: 'a'})-->(x) RETURN x.i => [[2]]
          MATCH (x)<--(:P {title: 'a'}) RETURN x.i => [[2]]
          MATCH (x)-[r:R|S]-({i: 1}) RETURN x.i, type(r) => [[2, R], [3, S]]
          MATCH (x)-[r {w: 2}]->(y) RETURN x.i, y.i => [[2, 3]]
          MATCH (x)-[:R]->(y)-[:R]->(z) RETURN x.i, y.i, z.i => [[1, 2, 3]]
          MATCH (x)-[:R]->(y), (y)-[:R]->(z) RETURN x.i, z.i => [[1, 3]]
          MATCH ()-[r]-(), ()-[r]-() RETURN r => []
          MATCH (x {i: 1})-[rs*1..2]->(y) RETURN size(rs), y.i => [[1, 2], [2, 3]]
          MATCH (x {i: 1})-[*0..1]->(y) RETURN y.i => [[1], [2]]
          MATCH (x {i: 1})-[*2]->(y) RETURN y.i => [[3]]
          MATCH (x {i: 1})-[*]->(y) RETURN y.i => [[2], [3], [1]]
          MATCH p = ({i: 1})-[:R*..5]->() RETURN length(p), size(nodes(p)) => [[1, 2], [2, 3]]
          MATCH p = (:Z) RETURN length(p), relationships(p) => [[0, []]]
          MATCH (x)-[r:S]->() RETURN startNode(r).i, endNode(r).i => [[3, 1]]
          MATCH (x:P) WHERE (x)-[:R]->(:Q) RETURN x.i => [[1]]
          MATCH (x) WHERE NOT (x)--() RETURN x.i => [[4]]
          MATCH (x) WHERE exists((x)-[:S]->()) RETURN x.i => [[3]]
          OPTIONAL MATCH (x:None) RETURN x, (x)-->() => [[null, null]]
          MATCH (x:Z) OPTIONAL MATCH (x)-->(y) RETURN x.i, y => [[4, null]]
          MATCH (x:Z) OPTIONAL MATCH (y:P) WHERE y.i > 9 RETURN y => [[null]]
          MATCH (x:Z) RETURN keys(x), x.k IS NULL, labels(x) => [[[i, k], true, [Z]]]
          MATCH (x {i: 1}) RETURN properties(x) => [[{i=1, title=a}]]
          UNWIND [1, 2] AS x UNWIND [x, x * 10] AS y RETURN y => [[1], [10], [2], [20]]
          UNWIND null AS x RETURN x => []
          UNWIND ['a', 'c'] AS t MATCH (n {title: t}) RETURN n.i => [[1], [3]]
          MATCH (n:P) WITH n.i AS i WHERE i > 1 RETURN i => [[2], [3]]
          MATCH (n:P) WITH n ORDER BY n.i DESC LIMIT 2 RETURN n.i => [[3], [2]]
          MATCH (n:P) RETURN n.i ORDER BY n.title DESC SKIP 1 LIMIT 1 => [[2]]
          MATCH (n) RETURN DISTINCT n.i > 2 AS big ORDER BY big DESC => [[true], [false]]
          WITH 1 AS a, 2 AS b WITH *, 3 AS c RETURN * => [[1, 2, 3]]
          RETURN 1 AS x UNION RETURN 1.0 AS x UNION RETURN 2 AS x => [[1], [2]]
          RETURN 1 AS x UNION ALL RETURN 1 AS x => [[1], [1]]
          """)
  void rows(String statement, String expected) {
    assertThat(bench.rows(statement)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      textBlock =
          """
          MATCH (n:None) RETURN count(*), count(n), sum(n.i), avg(n.i), max(n.i), collect(n.i) \
          => [[0, 0, 0, null, null, []]]
          MATCH (n) RETURN count(*), count(n.title), sum(n.i), avg(n.i), min(n.i), max(n.i) \
          => [[4, 3, 10, 2.5, 1, 4]]
          UNWIND [1, 1.0, 2, null] AS x RETURN count(DISTINCT x), collect(DISTINCT x) => [[2, [1, 2]]]
          UNWIND [1, 'a', 2] AS x RETURN min(x), max(x) => [[a, 2]]
          MATCH (n) RETURN n.i % 2 AS odd, count(*) AS c => [[1, 2], [0, 2]]
          MATCH (n) RETURN count(*) * 2 + 1 AS c => [[9]]
          MATCH (n) WITH n.i > 2 AS b, count(*) AS c WHERE b RETURN c => [[2]]
          MATCH (n) RETURN CASE WHEN count(*) > 3 THEN 'many' ELSE 'few' END AS c => [[many]]
          UNWIND [1, null, 1, null] AS x RETURN x, count(*) AS c => [[1, 2], [null, 2]]
          """)
  void aggregates(String statement, String expected) {
    assertThat(bench.rows(statement)).isEqualTo(expected);
  }

  @Test
  void fieldsAreAliasesVariablesOrTheText() {
    assertThat(bench.run("MATCH (n:Z) RETURN n, n.i, n.i + 1, n.i AS x, count( * )").fields())
        .containsExactly("n", "n.i", "n.i + 1", "x", "count( * )");
    assertThat(bench.run("MATCH (n:Z) WITH n.i AS b, 1 AS a RETURN *").fields())
        .containsExactly("b", "a");
  }

  @Test
  void whenTitleIsGiven_noNodeIsWalkedThrough() {
    String text = "MATCH (n:P {title: $t})-[:R]->(m) RETURN m.i";
    assertThat(bench.run(text, Map.of("t", "a")).rows()).containsExactly(List.of(2L));
    assertThat(bench.run(text, Map.of("t", "none")).rows()).isEmpty();
    assertThat(bench.rows("MATCH (n:Z {title: 'a'}) RETURN n")).isEqualTo("[]");
    assertThat(bench.graph.walks()).isZero();
  }
}
