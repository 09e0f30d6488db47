package org.datxa.bridge.drevo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Marker;
import org.datxa.spi.TwoPhaseBranch;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.HandleRefused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionTest {
  private final StoreFixture lab = new StoreFixture();

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void transactionSeesItsOwnWritesAndNobodyElseDoes() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    assertThat(lab.work("MATCH (i:Item) RETURN i.id AS id").single().value("id")).isEqualTo(1L);
    assertThat(lab.items()).isEmpty();
    branch.rollback();
    branch.release();
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void everyFacadeThatTheProviderTellsOfIsOffered() {
    assertThat(new DrevoStoreProvider().facades())
        .containsExactly(DrevoSession.class)
        .allMatch(type -> type.isInstance(lab.store().facade(type)));
  }

  @Test
  void valuesComeBackAsPlainJava() throws Exception {
    Map<String, Object> given = new HashMap<>();
    given.put("n", null);
    given.put("list", List.of(1, 2.5, "text", true, Map.of("deep", List.of(Long.MAX_VALUE))));
    DrevoRecords rows = lab.session().run("RETURN $n AS n, $list AS list", given);
    assertThat(rows.keys()).containsExactly("n", "list");
    assertThat(rows.single().value("n")).isNull();
    assertThat(rows.single().value("list"))
        .isEqualTo(List.of(1L, 2.5, "text", true, Map.of("deep", List.of(Long.MAX_VALUE))));
  }

  @Test
  void timesBecomeTextAsDocumented() {
    assertThat(
            lab.session()
                .run(
                    "RETURN $o AS o, $l AS l, $d AS d",
                    Map.of(
                        "o",
                        OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6_000, ZoneOffset.ofHours(2)),
                        "l",
                        LocalDateTime.of(2026, 1, 2, 3, 4, 5),
                        "d",
                        LocalDate.of(2026, 1, 2)))
                .single()
                .map())
        .allSatisfy((key, value) -> assertThat(value).isInstanceOf(String.class))
        .hasEntrySatisfying("o", it -> assertThat((String) it).startsWith("2026-01-02T01:04:05"))
        .hasEntrySatisfying("l", it -> assertThat((String) it).startsWith("2026-01-02T03:04:05"))
        .containsEntry("d", "2026-01-02");
  }

  @Test
  void nodesRelationshipsAndPathsAreValues() {
    lab.ask("CREATE (:Item {title: 'a', id: 1})-[:LEADS {far: 2}]->(:Item:More {title: 'b'})");
    DrevoRecord row =
        lab.work("MATCH p = (a:Item {title: 'a'})-[r]->(b) RETURN a, r, b, p, id(a) AS n").single();
    DrevoNode a = row.value("a", DrevoNode.class);
    DrevoRelationship r = row.value("r", DrevoRelationship.class);
    DrevoNode b = row.value("b", DrevoNode.class);
    assertThat(a.id()).isEqualTo(row.value("n"));
    assertThat(a.labels()).containsExactly("Item");
    assertThat(a.properties()).containsEntry("title", "a").containsEntry("id", 1L);
    assertThat(b.labels()).containsExactlyInAnyOrder("Item", "More");
    assertThat(r)
        .isEqualTo(new DrevoRelationship(r.id(), "LEADS", a.id(), b.id(), Map.of("far", 2L)));
    assertThat(row.value("p")).isEqualTo(new DrevoPath(List.of(a, b), List.of(r)));
    assertThatThrownBy(() -> row.value("x")).hasMessageContaining("'x'");
    assertThatThrownBy(() -> row.value("a", String.class)).hasMessageContaining("DrevoNode");
  }

  @Test
  void resultsStayReadableNextToEachOtherAndAfterTheEnd() throws Exception {
    TwoPhaseBranch branch = lab.begin();
    DrevoRecords first = lab.work("UNWIND range(1, 2500) AS x RETURN x");
    DrevoRecords second = lab.work("UNWIND range(1, 3) AS x RETURN x");
    branch.endReading();
    branch.release();
    lab.participation().enter(null);
    assertThat(first).hasSize(2500);
    assertThat(second.list()).extracting(row -> row.value("x")).containsExactly(1L, 2L, 3L);
    first.close();
    assertThat(first.list()).hasSize(2500);
    assertThatThrownBy(second::single).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void resultWithTooManyRowsFailsTheTransaction() throws Exception {
    lab.with("max_result_rows", "10");
    TwoPhaseBranch branch = lab.begin();
    assertThat(lab.work("UNWIND range(1, 10) AS x RETURN x")).hasSize(10);
    assertThatThrownBy(() -> lab.work("UNWIND range(1, 11) AS x RETURN x"))
        .isInstanceOf(DrevoException.class)
        .hasMessageContaining("max_result_rows");
    assertThat(lab.participation().isRollbackOnly()).isTrue();
    branch.release();
    lab.participation().enter(null);
    assertThatThrownBy(() -> lab.work("UNWIND range(1, 5000) AS x RETURN x"))
        .isInstanceOfSatisfying(
            DrevoException.class, it -> assertThat(it.kind()).isEqualTo(ErrorKind.PERMANENT));
    assertThat(lab.work("RETURN 1 AS one")).hasSize(1);
  }

  @Test
  void outsideATransaction_readsAreRunByThemselves() {
    lab.store();
    lab.server().clearLog();
    assertThat(lab.work("MATCH (i:Item) RETURN i")).isEmpty();
    assertThat(lab.participation().alone()).isEmpty();
    assertThat(lab.server().log()).noneMatch(it -> it.text().startsWith("BEGIN"));
  }

  @Test
  void outsideATransaction_aWriteIsATransactionOfItsOwn() throws Exception {
    assertThat(lab.work("CREATE (i:Item {id: 1}) RETURN i.id AS id").single().value("id"))
        .isEqualTo(1L);
    assertThat(lab.participation().alone()).hasSize(1);
    assertThat(lab.store().marker(lab.participation().alone().get(0))).isEqualTo(Marker.APPLIED);
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void outsideATransaction_aWriteThatFailsHalfWayLeavesNothing() {
    assertThatThrownBy(
            () -> lab.work("UNWIND ['a', 'b', 'a'] AS t CREATE (:Item {title: t, id: 1})"))
        .isInstanceOfSatisfying(
            DrevoException.class, it -> assertThat(it.kind()).isEqualTo(ErrorKind.CONSTRAINT));
    assertThat(lab.items()).isEmpty();
  }

  @Test
  void outsideATransaction_aWriteThatIsFencedIsAborted() throws Exception {
    lab.with("gate_wait_ms", "50");
    TwoPhaseBranch prepared = lab.prepared(1);
    lab.participation().enter(null);
    assertThatThrownBy(() -> lab.work("CREATE (:Item {id: 2})"))
        .isInstanceOfSatisfying(
            Aborted.class, it -> assertThat(it.kind()).isEqualTo(ErrorKind.TRANSIENT));
    prepared.rollbackPrepared();
    prepared.release();
  }

  @Test
  void v5_statementAfterTheEndOfItsTransactionIsRefused() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    branch.commit(StoreFixture.stamp(branch));
    assertThatThrownBy(() -> lab.work("CREATE (:Item {id: 2})"))
        .isInstanceOf(HandleRefused.class)
        .hasMessageContaining(branch.datTxn().toString());
    branch.release();
    assertThatThrownBy(() -> lab.work("RETURN 1 AS one")).isInstanceOf(HandleRefused.class);
    assertThat(lab.items()).containsExactly(1L);
  }

  @Test
  void v5_statementInATransactionMarkedRollbackOnlyIsRefused() throws Exception {
    TwoPhaseBranch branch = lab.wrote(1);
    lab.participation().rollbackOnly(branch, new IllegalStateException("told so"));
    assertThatThrownBy(() -> lab.work("RETURN 1 AS one")).isInstanceOf(HandleRefused.class);
    branch.rollback();
    branch.release();
  }

  @Test
  void v5_whatBelongsToTheEngineIsRefusedBeforeAnythingIsSent() throws Exception {
    lab.store();
    lab.server().clearLog();
    TwoPhaseBranch branch = lab.begin();
    assertThatThrownBy(() -> lab.work("CALL drevo.tx.prepare('mine')"))
        .isInstanceOf(HandleRefused.class)
        .hasMessageContaining("drevo.tx");
    assertThatThrownBy(() -> lab.work("MATCH (m:DatApplied) DETACH DELETE m"))
        .isInstanceOf(HandleRefused.class)
        .hasMessageContaining("DatApplied");
    assertThatThrownBy(() -> lab.session().run("RETURN $x AS x", Map.of("x", new byte[1])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'x'");
    assertThat(lab.participation().isRollbackOnly()).isFalse();
    branch.release();
    assertThat(lab.server().log()).noneMatch(it -> it.text().contains(lab.database()));
  }

  @Test
  void p3_transactionControlAsTextFailsTheTransaction() throws Exception {
    for (String text : List.of("COMMIT", "ROLLBACK", "BEGIN")) {
      TwoPhaseBranch branch = lab.wrote(1);
      assertThatThrownBy(() -> lab.work(text)).isInstanceOf(DrevoException.class);
      assertThat(lab.participation().isRollbackOnly()).isTrue();
      assertThat(lab.participation().causes()).singleElement().isInstanceOf(DrevoException.class);
      branch.rollback();
      branch.release();
    }
    assertThat(lab.items()).isEmpty();
  }
}
