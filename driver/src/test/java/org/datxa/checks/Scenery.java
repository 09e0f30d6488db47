package org.datxa.checks;

import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.iceberg.data.GenericRecord;
import org.datxa.DatXA;
import org.datxa.Outcome;
import org.datxa.UnitOfWork;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;
import org.datxa.checker.Checker;
import org.datxa.checker.Places;
import org.datxa.checker.Report;
import org.datxa.checker.Violation;
import org.datxa.checker.Violation.Kind;
import org.datxa.lab.Lab;
import org.datxa.stores.TestDeployment;

/** Four stores, a journal, transactions over them that are remembered, and a check of it all. */
final class Scenery implements AutoCloseable {
  static final List<String> STORES = List.of("pg", "graph", "ch", "lake");
  private static final Map<String, String> TABLES =
      Map.of("pg", "item", "graph", "Item", "ch", "fact", "lake", "shop.line");

  final TestDeployment lab;
  final DatXA datxa;
  private final List<Attempt> attempts = new ArrayList<>();

  Scenery(TestDeployment lab) {
    this.lab = lab.set("stores.lake.inline_append_bytes", "0");
    this.datxa = lab.start();
  }

  static TestDeployment four() {
    return new TestDeployment().postgres("pg").drevo("graph").clickHouse("ch").iceberg("lake");
  }

  /** Commits one row in each store, and remembers it as committed. */
  Attempt commit(long id) throws SQLException {
    return commit(id, Answer.COMMITTED);
  }

  /** The same, remembered under another answer. */
  Attempt commit(long id, Answer answer) throws SQLException {
    String note = "note " + id;
    UUID datTxn;
    try (UnitOfWork unit = datxa.begin()) {
      write(id, note);
      datTxn = unit.commit().datTxn();
    }
    await().until(() -> datxa.outcome(datTxn) == Outcome.COMMITTED);
    return remember(attempt(id, datTxn.toString(), answer));
  }

  private void write(long id, String note) throws SQLException {
    TestDeployment.run(datxa, "pg", "INSERT INTO item VALUES (" + id + ", '" + note + "')");
    TestDeployment.run(
        datxa, "ch", "INSERT INTO fact (id, note) VALUES (" + id + ", '" + note + "')");
    datxa
        .facade("graph", DrevoSession.class)
        .run("CREATE (:Item {id: $id, note: $note})", Map.of("id", id, "note", note));
    GenericRecord row = GenericRecord.create(lab.table("lake").schema());
    row.setField("id", id);
    row.setField("note", note);
    datxa.facade("lake", IcebergTables.class).table("shop.line").append(row);
  }

  static Attempt attempt(long id, String datTxn, Answer answer) {
    Map<String, Map<Object, Map<String, Object>>> rows = new LinkedHashMap<>();
    STORES.forEach(it -> rows.put(it, Map.of(id, Map.of("id", id, "note", "note " + id))));
    return new Attempt("transaction " + id, datTxn, answer, rows);
  }

  /** For what was done by hand. */
  Attempt remember(Attempt attempt) {
    attempts.add(attempt);
    return attempt;
  }

  /** Puts another in the place of one that was remembered. */
  Attempt replace(Attempt old, Attempt other) {
    attempts.set(attempts.indexOf(old), other);
    return other;
  }

  Places.Builder places() {
    return Places.of(values(lab));
  }

  static Properties values(TestDeployment lab) {
    Properties values = lab.values();
    TABLES.forEach((store, table) -> values.setProperty("check." + store + ".table", table));
    return values;
  }

  Report check() {
    return check(places().build());
  }

  Report check(Places places) {
    return Checker.check(places, attempts);
  }

  /** What is wrong with one attempt, as {@code KIND store}. */
  List<String> wrong(Attempt attempt) {
    return kinds(check(), attempt.datTxn());
  }

  static List<String> kinds(Report report, String datTxn) {
    return report.violations().stream()
        .filter(it -> it.datTxn().equals(datTxn))
        .map(Scenery::brief)
        .toList();
  }

  static String brief(Violation violation) {
    return violation.kind() + " " + violation.store();
  }

  static String everywhere(Kind kind) {
    return String.join(",", STORES.stream().map(it -> kind + " " + it).toList());
  }

  void sql(String text) {
    lab.execute("pg", text);
  }

  void journal(String text) {
    lab.execute("journal", text);
  }

  void clickHouse(String text) {
    Lab.shared().clickHouse().execute(text.replace("$", lab.database("ch")));
  }

  void cypher(String text, Map<String, Object> parameters) {
    Lab.shared().drevo().query(lab.value("stores.graph.database"), text, parameters);
  }

  @Override
  public void close() {
    datxa.close();
  }
}
