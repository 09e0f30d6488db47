package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClickHouseFaultTest {

  private final LabClickHouse server = Lab.shared().clickHouse();
  private String table;

  @BeforeEach
  void createTable() {
    table = server.newDatabase("fault") + ".t";
    server.execute("CREATE TABLE " + table + " (a Int64) ENGINE = MergeTree ORDER BY a");
  }

  @AfterEach
  void clear() {
    server.clearFaults();
  }

  @Test
  void whenReplyIsDropped_effectHappened() {
    int fault = server.fault(LabFault.after("insert into " + table).drop());

    assertThatThrownBy(this::insert).isInstanceOf(LabException.class);

    assertThat(count()).isEqualTo("1");
    assertThat(server.faultHits(fault)).isEqualTo(1);
  }

  @Test
  void whenRequestIsDropped_nothingHappened() {
    server.fault(LabFault.before(table + " VALUES").drop());

    assertThatThrownBy(this::insert).isInstanceOf(LabException.class);

    assertThat(count()).isEqualTo("0");
    insert();
    assertThat(count()).as("it happens once").isEqualTo("1");
  }

  @Test
  void whenErrorIsArmed_itIsAnsweredWithItsCode() {
    server.fault(LabFault.after(table + " VALUES").error(319).skip(1).times(2));

    insert();
    assertThatThrownBy(this::insert).hasMessageContaining("Code: 319");
    assertThatThrownBy(this::insert).hasMessageContaining("Code: 319");
    insert();

    assertThat(count()).isEqualTo("4");
  }

  @Test
  void whenDelayIsArmed_answerComesLater() {
    server.fault(LabFault.before(table + " VALUES").delay(Duration.ofMillis(300)));
    long start = System.nanoTime();

    insert();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(290));
    assertThat(count()).isEqualTo("1");
  }

  @Test
  void whenAnswerIsCut_clientSeesBrokenConnection() {
    server.fault(LabFault.after("numbers\\(1001\\)").cut());

    assertThatThrownBy(() -> server.query("SELECT * FROM numbers(1001)"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("No answer");
  }

  @Test
  void whenStatementsAreSent_logHasThemWithTheirOutcome() {
    server.clearLog();
    insert();
    assertThatThrownBy(() -> server.execute("INSERT INTO " + table + " VALUES ('x')"));

    List<LabStatement> log = server.log();

    assertThat(log).extracting(LabStatement::outcome).hasSize(2).contains("ok");
    assertThat(log.get(0).sql()).contains(table);
    assertThat(log.get(0).writtenRows()).isEqualTo(1);
    assertThat(log.get(1).outcome()).startsWith("error ");
  }

  private void insert() {
    server.execute("INSERT INTO " + table + " VALUES (1)");
  }

  private String count() {
    return server.query("SELECT count() FROM " + table).get(0);
  }
}
