package org.datxa.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;
import org.datxa.checker.Checker;
import org.datxa.checker.Report;
import org.datxa.checker.Violation;
import org.datxa.checker.Violation.Kind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One defect planted by hand in real stores, and what the checker says of it. */
class PlantedDefectsTest {
  private static Scenery scenery;
  private static long last;

  private Attempt committed;
  private long id;

  @BeforeAll
  static void start() throws SQLException {
    scenery = new Scenery(Scenery.four().journal());
    scenery.commit(++last);
    assertThat(scenery.check().toString()).startsWith("no violations");
  }

  @AfterAll
  static void end() {
    scenery.close();
  }

  private void commit() throws SQLException {
    id = ++last;
    committed = scenery.commit(id);
  }

  private void found(String... kinds) {
    assertThat(scenery.wrong(committed)).containsExactlyInAnyOrder(kinds);
  }

  @Test
  void rowIsMissingInPostgres() throws SQLException {
    commit();
    scenery.sql("DELETE FROM item WHERE id = " + id);
    found("ROW_MISSING pg");
    assertThat(scenery.check().toString())
        .contains(
            "ROW_MISSING in pg, dat_txn "
                + committed.datTxn()
                + ", transaction "
                + id
                + " row "
                + id
                + ": expected the row (answered COMMITTED), found no row");
  }

  @Test
  void rowIsMissingInDrevo() throws SQLException {
    commit();
    scenery.cypher("MATCH (n:Item {id: $id}) DETACH DELETE n", Map.of("id", id));
    found("ROW_MISSING graph");
  }

  @Test
  void rowIsMissingInClickHouse() throws SQLException {
    commit();
    scenery.clickHouse(
        "ALTER TABLE $.fact DELETE WHERE id = " + id + " SETTINGS mutations_sync = 2");
    found("ROW_MISSING ch");
  }

  @Test
  void rowIsMissingInIceberg() throws SQLException {
    commit();
    Table table = scenery.lab.table("lake");
    table.newDelete().deleteFile(only(table)).commit();
    found("ROW_MISSING lake");
  }

  @Test
  void rowIsDoubledInClickHouse() throws SQLException {
    commit();
    scenery.clickHouse("INSERT INTO $.fact SELECT * FROM $.fact WHERE id = " + id);
    found("ROW_DOUBLED ch");
  }

  @Test
  void rowIsDoubledInIceberg() throws SQLException {
    commit();
    Table table = scenery.lab.table("lake");
    table.newFastAppend().appendFile(only(table)).commit();
    found("ROW_DOUBLED lake");
  }

  @Test
  void rowIsDoubledInDrevo() throws SQLException {
    commit();
    scenery.cypher("CREATE (:Item {id: $id, note: 'note'})", Map.of("id", id));
    assertThat(scenery.wrong(committed)).contains("ROW_DOUBLED graph", "ROW_WRONG graph");
  }

  @Test
  void valueIsWrong() throws SQLException {
    commit();
    scenery.sql("UPDATE item SET note = 'other' WHERE id = " + id);
    scenery.cypher("MATCH (n:Item {id: $id}) SET n.note = 'other'", Map.of("id", id));
    scenery.clickHouse(
        "ALTER TABLE $.fact UPDATE note = 'other' WHERE id = "
            + id
            + " SETTINGS mutations_sync = 2");
    found("ROW_WRONG pg", "ROW_WRONG graph", "ROW_WRONG ch");
  }

  @Test
  void valueIsWrongInIceberg() throws SQLException {
    commit();
    Map<String, Map<Object, Map<String, Object>>> rows = new java.util.HashMap<>(committed.rows());
    rows.put("lake", Map.of(id, Map.of("note", "what was meant")));
    committed =
        scenery.replace(
            committed, new Attempt(committed.key(), committed.datTxn(), Answer.COMMITTED, rows));
    found("ROW_WRONG lake");
  }

  @Test
  void stampIsOfAnother() throws SQLException {
    commit();
    scenery.clickHouse(
        "ALTER TABLE $.fact UPDATE dat_txn = generateUUIDv4(), dat_tx_time = 7 WHERE id = "
            + id
            + " SETTINGS mutations_sync = 2");
    found("STAMP_WRONG ch", "STAMP_WRONG ch");
  }

  @Test
  void rowBelongsToNobody() {
    scenery.sql("INSERT INTO item VALUES (-1, 'stray')");
    assertThat(all()).contains("ROW_FOREIGN pg");
    scenery.sql("DELETE FROM item WHERE id = -1");
    assertThat(all()).doesNotContain("ROW_FOREIGN pg");
  }

  @Test
  void markerIsMissing() throws SQLException {
    commit();
    String where = " WHERE dat_txn = '" + committed.datTxn() + "'";
    scenery.sql("DELETE FROM datxa.dat_applied" + where);
    scenery.cypher(
        "MATCH (m:DatApplied {title: $title}) DETACH DELETE m",
        Map.of("title", "DatApplied:" + committed.datTxn()));
    scenery.clickHouse("ALTER TABLE $.dat_applied DELETE" + where + " SETTINGS mutations_sync = 2");
    scenery
        .lab
        .table("lake")
        .updateProperties()
        .remove("dat.applied." + committed.datTxn())
        .commit();
    assertThat(scenery.wrong(committed))
        .contains(Scenery.everywhere(Kind.MARKER_MISSING).split(","))
        .allMatch(it -> it.startsWith("MARKER_MISSING") || it.equals("STAMP_WRONG ch"));
  }

  @Test
  void markerIsThereWithoutRows() {
    String txn = "01900000-0000-7000-8000-000000000001";
    scenery.sql("INSERT INTO datxa.dat_applied VALUES ('" + txn + "', 1, 1)");
    scenery.clickHouse(
        "INSERT INTO $.dat_applied (dat_txn, dat_tx_time) VALUES ('" + txn + "', 1)");
    scenery.cypher(
        "CREATE (:DatApplied {title: $title, dat_txn: $txn, dat_tx_time: 1, store: 'graph'})",
        Map.of("title", "DatApplied:" + txn, "txn", txn));
    scenery.lab.table("lake").updateProperties().set("dat.applied." + txn, "1").commit();
    assertThat(Scenery.kinds(scenery.check(), txn))
        .contains(Scenery.everywhere(Kind.MARKER_UNEXPECTED).split(","))
        .allMatch(it -> it.startsWith("MARKER_UNEXPECTED"));
  }

  @Test
  void markerIsThereTwice() throws SQLException {
    commit();
    scenery.clickHouse(
        "INSERT INTO $.dat_applied (dat_txn, dat_tx_time, store) VALUES ('"
            + committed.datTxn()
            + "', 77, 'ch')");
    append("dat.txn", committed.datTxn(), "dat.attempt", "another");
    found("MARKER_DOUBLED ch", "MARKER_TIME all stores", "MARKER_DOUBLED lake");
  }

  private static void append(String... summary) {
    AppendFiles append = scenery.lab.table("lake").newFastAppend();
    for (int i = 0; i < summary.length; i += 2) {
      append.set(summary[i], summary[i + 1]);
    }
    append.commit();
  }

  @Test
  void markerIsATombstone() throws SQLException {
    commit();
    scenery.sql(
        "UPDATE datxa.dat_applied SET dat_tx_time = -1 WHERE dat_txn = '"
            + committed.datTxn()
            + "'");
    found("MARKER_MISSING pg", "TOMBSTONE_UNEXPECTED pg");
  }

  @Test
  void markerHasAnotherTime() throws SQLException {
    commit();
    scenery.sql(
        "UPDATE datxa.dat_applied SET dat_tx_time = dat_tx_time + 1 WHERE dat_txn = '"
            + committed.datTxn()
            + "'");
    found("MARKER_TIME all stores");
  }

  @Test
  void transactionIsLeftPrepared() {
    id = ++last;
    String txn = UUID.randomUUID().toString();
    String gid = "dat:" + txn + ":";
    committed = scenery.remember(Scenery.attempt(id, txn, Answer.ABORTED));
    scenery.sql(
        "BEGIN; INSERT INTO item VALUES (" + id + ", 'x'); PREPARE TRANSACTION '" + gid + "pg'");
    Hand.prepare(scenery.lab, gid + "graph");
    found("PREPARED_LEFT pg", "PREPARED_LEFT graph");
    assertThat(Scenery.kinds(scenery.check(scenery.places().running().build()), txn)).isEmpty();
    scenery.cypher("CALL drevo.tx.rollbackPrepared($gid)", Map.of("gid", gid + "graph"));
    scenery.sql("ROLLBACK PREPARED '" + gid + "pg'");
    found();
  }

  @Test
  void stagedFileIsLeft() throws IOException {
    String aborted = stage(Answer.ABORTED);
    String silent = stage(Answer.NONE);
    Report report = scenery.check();
    assertThat(Scenery.kinds(report, aborted)).containsExactly("STAGED_LEFT lake");
    assertThat(Scenery.kinds(report, silent)).containsExactly("STAGED_LEFT lake");
    report = scenery.check(scenery.places().unswept().build());
    assertThat(Scenery.kinds(report, aborted)).containsExactly("STAGED_LEFT lake");
    assertThat(Scenery.kinds(report, silent)).isEmpty();
  }

  private static String stage(Answer answer) throws IOException {
    String txn = UUID.randomUUID().toString();
    scenery.remember(Scenery.attempt(++last, txn, answer));
    Path folder =
        LocalFileIO.path(scenery.lab.table("lake").location())
            .resolve("data/dat/" + UUID.randomUUID() + "/" + txn);
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(txn + "-0.parquet"), "x");
    return txn;
  }

  @Test
  void committedThoughToldAborted() throws SQLException {
    committed = scenery.commit(++last, Answer.ABORTED);
    found(
        (Scenery.everywhere(Kind.ROW_UNEXPECTED)
                + ","
                + Scenery.everywhere(Kind.MARKER_UNEXPECTED)
                + ",RECORD_WRONG journal")
            .split(","));
  }

  @Test
  void abortedThoughToldCommitted() {
    id = ++last;
    committed =
        scenery.remember(
            Scenery.attempt(id, "019ffff0-0000-7000-8000-000000000001", Answer.PENDING));
    found(
        (Scenery.everywhere(Kind.ROW_MISSING)
                + ","
                + Scenery.everywhere(Kind.MARKER_MISSING)
                + ",RECORD_MISSING journal")
            .split(","));
  }

  @Test
  void halfOfItIsThereThoughNobodyWasTold() throws SQLException {
    committed = scenery.commit(++last, Answer.NONE);
    id = last;
    found();
    scenery.cypher("MATCH (n:Item {id: $id}) DETACH DELETE n", Map.of("id", id));
    found("ROW_MISSING graph");
    record("DELETE FROM datxa.dat_journal");
    found("ROW_MISSING graph", "RECORD_MISSING journal");
  }

  @Test
  void recordSaysAborted() throws SQLException {
    commit();
    record("UPDATE datxa.dat_journal SET state = 'ABORTED'");
    found("RECORD_WRONG journal");
  }

  @Test
  void recordIsNotFinished() throws SQLException {
    commit();
    record("UPDATE datxa.dat_journal SET state = 'COMMITTED'");
    found("RECORD_OPEN journal");
    record("UPDATE datxa.dat_journal SET state = 'DONE'");
    found();
  }

  @Test
  void recordIsDamaged() throws SQLException {
    commit();
    record("UPDATE datxa.dat_journal SET branches = branches || ' ', state = 'WELL'");
    assertThat(scenery.wrong(committed))
        .contains("RECORD_DAMAGED journal", "RECORD_DAMAGED journal", "RECORD_OPEN journal");
  }

  @Test
  void recordTellsOfAHeuristicOutcome() throws SQLException {
    commit();
    record(
        "UPDATE datxa.dat_journal SET progress ="
            + " replace(progress, '\"heuristics\":{}', '\"heuristics\":{\"pg\":\"gone\"}')");
    found("HEURISTIC journal");
  }

  private void record(String sql) {
    scenery.journal(sql + " WHERE dat_txn = '" + committed.datTxn() + "'");
  }

  @Test
  void fileIsGoneUnderASnapshot() throws SQLException, IOException {
    commit();
    Table table = scenery.lab.table("lake");
    lookAtDataFile(only(table).location());
    String list = table.currentSnapshot().manifestListLocation();
    String manifest = table.currentSnapshot().allManifests(table.io()).get(0).path();
    assertThat(without(list)).contains("FILE_MISSING lake");
    assertThat(without(manifest)).contains("FILE_MISSING lake");
  }

  private static void lookAtDataFile(String file) throws IOException {
    assertThat(without(file)).contains("FILE_MISSING lake", "UNREADABLE lake");
    Path path = LocalFileIO.path(file);
    byte[] whole = Files.readAllBytes(path);
    Files.write(path, java.util.Arrays.copyOf(whole, whole.length - 1));
    assertThat(all()).contains("FILE_DAMAGED lake");
    whole[whole.length - 1]++;
    Files.write(path, whole);
    assertThat(all()).contains("FILE_DAMAGED lake");
    whole[whole.length - 1]--;
    Files.write(path, whole);
    assertThat(all()).doesNotContain("FILE_DAMAGED lake", "FILE_MISSING lake");
  }

  /** What is found while a file is away. */
  private static List<String> without(String file) throws IOException {
    Path path = LocalFileIO.path(file);
    Path aside = path.resolveSibling("aside");
    Files.move(path, aside);
    try {
      return all();
    } finally {
      Files.move(aside, path);
    }
  }

  @Test
  void storeDoesNotAnswer() {
    Report report =
        scenery.check(
            scenery
                .places()
                .clickHouse("away", "http://127.0.0.1:1", "", "", "a", "b", "c")
                .build());
    assertThat(report.violations()).extracting(Scenery::brief).contains("UNREADABLE away");
  }

  @Test
  void storeIsNamedThatIsNotLookedAt() {
    Attempt elsewhere = new Attempt("elsewhere", "", Answer.NONE, Map.of("attic", Map.of()));
    assertThat(Checker.check(scenery.places().build(), List.of(elsewhere)).violations())
        .extracting(Scenery::brief)
        .contains("UNREADABLE attic");
  }

  private static List<String> all() {
    return scenery.check().violations().stream().map(Scenery::brief).toList();
  }

  /** The file that the transaction brought; its path tells whose it is. */
  private DataFile only(Table table) {
    try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
      for (FileScanTask task : files) {
        if (task.file().location().contains(committed.datTxn())) {
          return task.file();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError("no file of " + committed);
  }

  /** One line for each, so that a failure can be read. */
  @Test
  void everyKindIsPlantedHere() {
    String source =
        org.datxa.arch.Project.read(
            Path.of("driver/src/test/java/org/datxa/checks/PlantedDefectsTest.java"));
    assertThat(Kind.values()).extracting(Violation.Kind::name).allMatch(source::contains);
  }
}
