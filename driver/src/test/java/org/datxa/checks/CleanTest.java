package org.datxa.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;
import org.datxa.checker.AttemptFile;
import org.datxa.checker.CheckerMain;
import org.datxa.lab.Lab;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is found where nothing is wrong, in each kind of journal; and the program itself. */
class CleanTest {
  @TempDir private Path folder;

  @Test
  void coLocated() throws SQLException {
    TestDeployment lab = Scenery.four().set("journal", "store:pg");
    Attempt attempt = check(lab);
    try (Scenery scenery = new Scenery(lab)) {
      scenery.remember(attempt);
      scenery.sql("UPDATE datxa.dat_journal SET state = 'PREPARED'");
      assertThat(scenery.wrong(attempt)).containsExactly("RECORD_OPEN journal");
    }
  }

  @Test
  void inDrevo() throws SQLException {
    TestDeployment lab = Scenery.four().drevoJournal().set("journal.intent", "recorded");
    Attempt attempt = check(lab);
    try (Scenery scenery = new Scenery(lab)) {
      scenery.remember(attempt);
      String graph = lab.value("journal").replaceFirst(".*database=", "");
      Lab.shared()
          .drevo()
          .query(
              graph,
              "MATCH (n:DatJournal {title: $title}) SET n.state = 'COMMITTED' RETURN 1 AS one",
              Map.of("title", "DatJournal:" + attempt.datTxn()));
      assertThat(scenery.wrong(attempt)).containsExactly("RECORD_OPEN journal");
    }
  }

  @Test
  void inAFile() throws SQLException, IOException {
    TestDeployment lab = Scenery.four().set("journal", folder.resolve("j").toUri().toString());
    Attempt attempt;
    try (Scenery scenery = new Scenery(lab)) {
      attempt = scenery.commit(1);
      scenery.commit(2, Answer.NONE);
    }
    List<String> lines = List.of(AttemptFile.line(attempt), AttemptFile.line(unnamed(2)));
    assertThat(program(lab, lines)).contains("journal: 2 records").contains("violations=0\n0");
    try (Connection h2 = DriverManager.getConnection("jdbc:h2:file:" + folder.resolve("j"));
        Statement statement = h2.createStatement()) {
      statement.execute(
          "UPDATE \"datxa\".\"dat_journal\" SET state = 'COMMITTED' WHERE dat_txn = '"
              + attempt.datTxn()
              + "'");
    }
    assertThat(program(lab, lines))
        .contains("RECORD_OPEN in journal, dat_txn " + attempt.datTxn() + ", transaction 1:")
        .contains("attempts=2 violations=1\n1");
    assertThat(program(lab, List.of("{"))).contains("line 1").endsWith("\n2");
    assertThat(program(lab, List.of(lines.get(0))))
        .contains("ROW_FOREIGN in pg")
        .contains("MARKER_UNEXPECTED in lake");
  }

  /** As it is when a process died before it could tell its dat_txn. */
  private static Attempt unnamed(long id) {
    return Scenery.attempt(id, "", Answer.NONE);
  }

  private String program(TestDeployment lab, List<String> attempts) throws IOException {
    Properties values = Scenery.values(lab);
    Path places = folder.resolve("places.properties");
    try (Writer writer = Files.newBufferedWriter(places)) {
      values.store(writer, null);
    }
    Path lines = Files.write(folder.resolve("attempts"), attempts);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int end =
        CheckerMain.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            places.toString(),
            lines.toString());
    return out.toString(StandardCharsets.UTF_8) + end;
  }

  private static Attempt check(TestDeployment lab) throws SQLException {
    try (Scenery scenery = new Scenery(lab)) {
      Attempt attempt = scenery.commit(1);
      assertThat(scenery.check().toString()).startsWith("no violations");
      return attempt;
    }
  }
}
