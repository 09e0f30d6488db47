package org.datxa.lab.drevo.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.Edge;
import org.datxa.lab.drevo.graph.Node;
import org.junit.jupiter.api.Test;

class WritesTest {

  private final Bench bench = new Bench();

  private String all() {
    return bench.rows("MATCH (n) RETURN labels(n), properties(n)");
  }

  @Test
  void create_keepsTitleAndBodyApartAndANullProperty() {
    Answer answer =
        bench.run(
            "CREATE (n:A:B {title: 't', body: 'b', k: null, m: {x: [1, {y: true}]}}) RETURN n");
    Node node = (Node) answer.rows().get(0).get(0);
    assertThat(node.labels()).containsExactly("A", "B");
    assertThat(node.title()).isEqualTo("t");
    assertThat(node.body()).isEqualTo("b");
    assertThat(node.properties())
        .containsOnlyKeys("k", "m")
        .containsEntry("k", null)
        .containsEntry("m", Map.of("x", List.of(1L, Map.of("y", true))));
  }

  @Test
  void create_withoutTitleIsUntitled() {
    assertThat(bench.rows("CREATE (n:A {title: null, body: ''}) RETURN n.title, n.body, keys(n)"))
        .isEqualTo("[[null, null, []]]");
  }

  @Test
  void create_connectsWhatIsBoundInBothDirections() {
    bench.run("CREATE (a:A {i: 1}), (b:A {i: 2})");
    Answer answer =
        bench.run(
            "MATCH (a {i: 1}), (b {i: 2}) CREATE p = (a)<-[r:R {w: 1}]-(b)-[:S]->(:C) RETURN r, p");
    Edge edge = (Edge) answer.rows().get(0).get(0);
    assertThat(edge).isEqualTo(new Edge(edge.id(), "R", 2, 1, Map.of("w", 1L)));
    Path path = (Path) answer.rows().get(0).get(1);
    assertThat(path.nodes()).extracting(Node::id).containsExactly(1L, 2L, 3L);
    assertThat(path.edges()).extracting(Edge::type).containsExactly("R", "S");
  }

  @Test
  void create_onceForEachRow() {
    bench.run("UNWIND [1, 2] AS i CREATE (:A {i: i})");
    bench.run("MATCH (n:None) CREATE (:B)");
    assertThat(all()).isEqualTo("[[[A], {i=1}], [[A], {i=2}]]");
  }

  @Test
  void notANumberAndInfinitiesAreStoredAsNull() {
    Map<String, Object> parameters =
        Map.of("v", Arrays.asList(Double.NaN, Double.POSITIVE_INFINITY, 1.5, Long.MIN_VALUE));
    bench.run("CREATE (n:A {v: $v}) SET n.w = 0.0 / 0.0", parameters);
    assertThat(all()).isEqualTo("[[[A], {v=[null, null, 1.5, " + Long.MIN_VALUE + "], w=null}]]");
  }

  @Test
  void set_changesPropertiesMapsAndLabels_andIsSeenAfterwards() {
    bench.run("CREATE (n:A {title: 't', a: 1, b: 2})");
    assertThat(bench.rows("MATCH (n:A) SET n.a = n.a + 1, n.c = n.a RETURN n.a, n.c"))
        .isEqualTo("[[2, 2]]");
    bench.run("MATCH (n:A) SET n += {a: null, d: 4}, n:B:C");
    assertThat(all()).isEqualTo("[[[A, B, C], {b=2, c=2, d=4, title=t}]]");
    bench.run("MATCH (n:A) SET n = {x: 1, body: 'b', y: null}");
    assertThat(all()).isEqualTo("[[[A, B, C], {body=b, x=1}]]");
    bench.run("MATCH (n:A) SET n.x = null, n.title = 'u'");
    assertThat(all()).isEqualTo("[[[A, B, C], {body=b, title=u}]]");
  }

  @Test
  void set_changesRelationships() {
    bench.run("CREATE (:A)-[:R {title: 1}]->(:A)");
    assertThat(
            bench.rows("MATCH ()-[r:R]->() SET r.w = 2, r += {title: null} RETURN properties(r)"))
        .isEqualTo("[[{w=2}]]");
  }

  @Test
  void set_isSeenThroughEveryVariable() {
    bench.run("CREATE (:A {i: 1})");
    assertThat(bench.rows("MATCH (n:A), (m:A) SET n.i = 2 RETURN m.i, [m][0].i, n = m"))
        .isEqualTo("[[2, 2, true]]");
    Node node =
        (Node)
            bench.run("MATCH (n:A) WITH n, [n] AS l SET n.i = 3 RETURN l").rows().stream()
                .map(row -> ((List<?>) row.get(0)).get(0))
                .findFirst()
                .orElseThrow();
    assertThat(node.properties()).containsEntry("i", 3L);
  }

  @Test
  void remove_untitlesAndUnlabels() {
    bench.run("CREATE (n:A:B {title: 't', body: 'b', k: 1})");
    assertThat(bench.rows("MATCH (n:A) REMOVE n.title, n.body, n.k, n:B, n.none RETURN n.title"))
        .isEqualTo("[[null]]");
    assertThat(all()).isEqualTo("[[[A], {}]]");
  }

  @Test
  void delete_takesRelationshipsFirst() {
    bench.run("CREATE (:A)-[:R]->(:A)");
    assertThat(bench.refusal("MATCH (n:A) DELETE n").code()).isEqualTo(Refusal.SEMANTIC);
    bench.run("MATCH (n:A)-[r]-() DELETE n, r");
    assertThat(bench.rows("MATCH (n) RETURN count(*)")).isEqualTo("[[0]]");
  }

  @Test
  void detachDelete_andNullIsSkipped() {
    bench.run("CREATE (a:A {i: 1})-[:R]->(:B), (a)-[:S]->(a)");
    bench.run("MATCH (a:A) OPTIONAL MATCH (x:None) DETACH DELETE a, x");
    assertThat(all()).isEqualTo("[[[B], {}]]");
    assertThat(bench.graph.edges()).isEmpty();
  }

  @Test
  void whenDeleted_itCannotBeChanged() {
    bench.run("CREATE (:A)");
    assertThat(bench.refusal("MATCH (a:A) DELETE a SET a.x = 1").code())
        .isEqualTo(Refusal.SEMANTIC);
    assertThat(all()).isEqualTo("[]");
  }

  @Test
  void merge_createsOnceThenMatches() {
    String text =
        "MERGE (m:M {title: 'x'}) ON CREATE SET m.a = 1 ON MATCH SET m.a = m.a + 1 RETURN m.a";
    assertThat(bench.rows(text)).isEqualTo("[[1]]");
    assertThat(bench.rows(text)).isEqualTo("[[2]]");
    bench.run("UNWIND [1, 1, 2] AS i MERGE (:N {i: i})");
    assertThat(bench.rows("MATCH (n:N) RETURN count(*)")).isEqualTo("[[2]]");
  }

  @Test
  void merge_ofAPathIsWholeOrNothing() {
    bench.run("CREATE (:A {i: 1}), (:B {i: 2})");
    bench.run("MERGE (:A {i: 1})-[:R]->(:B {i: 2})");
    assertThat(bench.rows("MATCH (n) RETURN count(*)")).isEqualTo("[[4]]");
    bench.run("MATCH (a:A), (b:B) WHERE (a)-->(b) MERGE (a)-[:R]->(b) MERGE (b)-[:S]->(a)");
    assertThat(bench.rows("MATCH ()-[r]->() RETURN type(r)")).isEqualTo("[[R], [S]]");
  }

  @Test
  void merge_runsOnMatchForEachFound() {
    bench.run("CREATE (:A), (:A)");
    bench.run("MERGE (a:A) ON MATCH SET a.seen = true");
    assertThat(all()).isEqualTo("[[[A], {seen=true}], [[A], {seen=true}]]");
  }

  @Test
  void foreach_changesAndKeepsTheRows() {
    assertThat(
            bench.rows(
                "CREATE (p:P) FOREACH (x IN [1, 2] | CREATE (p)-[:R]->(q:Q {x: x}) SET q.y = x)"
                    + " RETURN labels(p)"))
        .isEqualTo("[[[P]]]");
    assertThat(bench.rows("MATCH (:P)-[:R]->(q) RETURN q.x, q.y")).isEqualTo("[[1, 1], [2, 2]]");
  }

  @Test
  void duplicateTitle_passesThroughAndEarlierWritesStay() {
    assertThat(bench.refusal("UNWIND ['a', 'b', 'a'] AS t CREATE (:A {title: t})").code())
        .isEqualTo(MapGraph.DUPLICATE);
    assertThat(all()).isEqualTo("[[[A], {title=a}], [[A], {title=b}]]");
    assertThat(bench.refusal("MATCH (n {title: 'a'}) SET n.title = 'b'").code())
        .isEqualTo(MapGraph.DUPLICATE);
  }
}
