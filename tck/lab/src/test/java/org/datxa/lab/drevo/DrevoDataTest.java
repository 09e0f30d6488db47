package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.bolt.BoltClient;
import org.datxa.lab.drevo.bolt.Tags;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;

/** The data model. */
class DrevoDataTest extends DrevoBehaviour {

  @Test
  void b42_titleIsUniqueAcrossLabels() throws IOException {
    query("CREATE (:A {title: 'one'})");
    assertRefused(() -> query("CREATE (:B {title: 'one'})"), EXECUTION, "duplicate title");
    query("CREATE (:B {title: 'two'})");
    assertRefused(() -> query("MATCH (n:B) SET n.title = 'one'"), EXECUTION, "duplicate title");
    try (BoltClient client = client()) {
      client.ask(Tags.BEGIN, Map.of("db", db));
      client.run(db, "CREATE (:C {title: 'three'})", Map.of());
      assertRefused(
          () -> client.run(db, "CREATE (:D {title: 'three'})", Map.of()),
          EXECUTION,
          "duplicate title");
    }
  }

  @Test
  void b42_titleIsFreeAgainAfterDeleteOrRemove() {
    query("CREATE (:A {title: 'one'}), (:A {title: 'two'})");
    query("MATCH (n {title: 'one'}) DELETE n");
    query("MATCH (n {title: 'two'}) REMOVE n.title");
    query("CREATE (:B {title: 'one'}), (:B {title: 'two'})");
    assertThat(count()).isEqualTo(3);
  }

  @Test
  void b43_nodeNeedsALabelAndTitleIsAString() {
    assertRefused(() -> query("CREATE (n)"), SEMANTIC);
    assertRefused(() -> query("CREATE (n:A {title: 1})"), SEMANTIC);
    assertThat(count()).isZero();
  }

  @Test
  void b44_untitledNodeHasNoTitle() {
    Map<String, Object> row = query("CREATE (n:A {x: 1}) RETURN n.title AS t, keys(n) AS k").get(0);
    assertThat(row.get("t")).isNull();
    assertThat(row.get("k")).isEqualTo(List.of("x"));
  }

  @Test
  void b45_valuesRoundTrip() {
    Map<String, Object> nested =
        Map.of("list", List.of(1L, "a", List.of(true, 1.5)), "map", Map.of("x", Map.of("y", 2L)));
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("p", Map.of("low", Long.MIN_VALUE, "high", Long.MAX_VALUE, "nested", nested));
    parameters.put("nan", Double.NaN);
    try (Session session = session()) {
      session.run("CREATE (n:A) SET n = $p SET n.nan = $nan", parameters).consume();
      Record row =
          session
              .run("MATCH (n:A) RETURN n.low AS l, n.high AS h, n.nested AS m, n.nan AS nan")
              .single();
      assertThat(row.get("l").asLong()).isEqualTo(Long.MIN_VALUE);
      assertThat(row.get("h").asLong()).isEqualTo(Long.MAX_VALUE);
      assertThat(row.get("m").asMap()).isEqualTo(nested);
      assertThat(row.get("nan").isNull()).isTrue();
    }
  }

  @Test
  void b45_entitiesAndPathsReachTheDriver() {
    try (Session session = session()) {
      Record row =
          session
              .run("CREATE p = (a:A:X {title: 't', v: 1})<-[r:R {w: 2}]-(b:B) RETURN p, a, r")
              .single();
      assertThat(row.get("a").asNode().labels()).containsExactly("A", "X");
      assertThat(row.get("a").asNode().asMap()).isEqualTo(Map.of("title", "t", "v", 1L));
      assertThat(row.get("r").asRelationship().type()).isEqualTo("R");
      assertThat(row.get("r").asRelationship().endNodeElementId())
          .isEqualTo(row.get("a").asNode().elementId());
      assertThat(row.get("p").asPath().length()).isEqualTo(1);
      assertThat(row.get("p").asPath().start().hasLabel("A")).isTrue();
      assertThat(row.get("p").asPath().end().hasLabel("B")).isTrue();
    }
  }

  @Test
  void b46_failedAutocommitStatementKeepsItsEarlierWrites() {
    query("CREATE (:A {title: 'taken'})");
    assertRefused(
        () -> query("UNWIND ['free', 'taken', 'later'] AS t CREATE (:B {title: t})"),
        EXECUTION,
        "duplicate title");
    assertThat(query("MATCH (n:B) RETURN n.title AS t")).containsExactly(Map.of("t", "free"));
  }
}
