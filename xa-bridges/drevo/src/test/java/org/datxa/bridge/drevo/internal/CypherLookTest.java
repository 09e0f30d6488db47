package org.datxa.bridge.drevo.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CypherLookTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "MATCH (n) RETURN n",
        "match (n:Person {name: $create}) return n.set, n.`delete`",
        "  /* SET it */ OPTIONAL MATCH (n) // CREATE\n RETURN n",
        "UNWIND [1..3] AS x WITH x WHERE x > 1 RETURN x ORDER BY x SKIP 1 LIMIT 2",
        "RETURN 'it\\'s CREATE', \"DELETE \\\" SET\", `MERGE`",
        "MATCH (a)-[:SET]->(b) RETURN a UNION ALL MATCH (b:`SET`) RETURN b AS a",
        "WITH 1.5 AS x RETURN x, .5, 5.",
        "MATCH (n) RETURN n {.title, .*} AS it",
        "MATCH (n) WHERE n.set = 1 RETURN [x IN n.list WHERE x =~ 'a\\\\d' | x]",
        "RETURN 1 AS offset, created",
        "RETURN 'ends in a backslash \\\\' AS it",
        "RETURN 0xFF AS a, 0o17 AS b, 1e5 AS c, 1.5e-3 AS d, 1E+2 AS e, $0 AS f",
        "MATCH\u00a0(n)\u2003RETURN n",
      })
  void d2_whatOnlyReadsIsSeen(String cypher) {
    assertThat(CypherLook.at(cypher).reading()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE (n:Item)",
        "MATCH (n) SET n.x = 1",
        "MATCH (n) set n.x = 1 RETURN n",
        "MATCH (n) DETACH DELETE n",
        "MATCH (n) REMOVE n.x",
        "MERGE (n:Item {title: 'a'})",
        "CALL db.labels()",
        "MATCH (n) CALL db.labels() YIELD label RETURN label",
        "MATCH (n) FOREACH (x IN [1] | SET n.x = x)",
        "WITH 5. SET n.x = 1",
        "WITH 1. CREATE (n:A)",
        "MATCH (n) RETURN 'a' /* ' */ SET n.x = 1 /* ' */",
        "MATCH (n) // ' \n SET n.x = 1 // '",
        "MATCH (n) // \r SET n.x = 1",
        "MATCH (n) /* /* */ RETURN n */ RETURN n",
        "MATCH (n) RETURN n; MATCH (n) RETURN n",
        "MATCH (n) \\u0053ET n.x = 1",
        "MATCH (n) RETURN 'open",
        "MATCH (n) RETURN `open",
        "MATCH (n) RETURN n /* open",
        "MATCH (n) \u017fet n.x = 1",
        "MATCH (n) WITH n, [1..CREATE]",
        "EXPLAIN MATCH (n) RETURN n",
        "SHOW DATABASES",
        "LOAD CSV FROM 'x' AS row RETURN row",
        "(n) RETURN n",
        "`MATCH` (n) RETURN n",
        "FINISH",
        "MATCH (a)-[:KNOWS|SET]->(b) RETURN b",
        "MATCH (n)\u00a0SET n.x = 1",
        "MATCH (n)\u2028CREATE\u3000(:A)",
        "MATCH (n)\u0085DELETE n",
        "MATCH (n) WHERE n.x = 1SET n.x = 2",
        "MATCH (n) WHERE n.x = 1.5SET n.x = 2",
        "MATCH (n) WHERE n.x = 1e5SET n.x = 2",
        "MATCH (n) WHERE n.x = 0xFFSET n.x = 2",
        "MATCH (n) WHERE n.x = $0SET n.x = 2",
        "",
        "   ",
        "// nothing",
      })
  void d2_whatWritesOrIsUnclearIsTakenForAWrite(String cypher) {
    assertThat(CypherLook.at(cypher).reading()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CALL drevo.tx.prepare('x')",
        "call DREVO.tx.commitPrepared($gid)",
        "CALL `drevo`.`tx`.rollbackPrepared($gid)",
        "CALL drevo /* */ . tx . heuristicRollback($gid)",
        "CALL\u00a0drevo\u00a0.\u00a0tx\u00a0.prepare('x')",
        "MATCH (n) WHERE n.x = 1CALL drevo.tx.listPrepared() RETURN 1",
        "MATCH (n) CALL drevo.tx.listPrepared() YIELD gid RETURN gid",
      })
  void v5_proceduresOfTransactionsAreRefusedByName(String cypher) {
    assertThat(CypherLook.at(cypher).refused())
        .hasValueSatisfying(it -> assertThat(it).contains("drevo.tx"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE (:DatApplied {title: 'x'})",
        "MATCH (n:DatBinding) DELETE n",
        "MATCH (n) SET n:`DatPlace`",
      })
  void v5_changesThatNameOurLabelsAreRefused(String cypher) {
    assertThat(CypherLook.at(cypher).refused())
        .hasValueSatisfying(it -> assertThat(it).contains("label"));
  }

  @Test
  void whatIsOursMayBeReadAndNamedInText() {
    assertThat(CypherLook.at("MATCH (n:DatApplied) RETURN n").refused()).isEmpty();
    assertThat(CypherLook.at("CREATE (n:Note {text: 'drevo.tx and DatApplied'})").refused())
        .isEmpty();
    assertThat(CypherLook.at("CALL drevo.info()").refused()).isEmpty();
  }
}
