package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LabClickHouseTest {

  private static LabClickHouse clickHouse;

  @BeforeAll
  static void start() {
    clickHouse = LabClickHouse.start();
  }

  @AfterAll
  static void stop() {
    clickHouse.close();
  }

  @Test
  void whenKilledAndRestarted_acknowledgedRowsAreStillThere() {
    String database = clickHouse.newDatabase("kill");
    String table = database + ".t";
    clickHouse.execute("CREATE TABLE " + table + " (a Int64) ENGINE = MergeTree ORDER BY a");
    clickHouse.execute("INSERT INTO " + table + " VALUES (1), (2)");
    String url = clickHouse.url();

    clickHouse.kill();
    assertThatThrownBy(() -> clickHouse.query("SELECT 1")).isInstanceOf(LabException.class);
    clickHouse.restart();

    assertThat(clickHouse.url()).isEqualTo(url);
    assertThat(clickHouse.query("SELECT sum(a) FROM " + table)).containsExactly("3");
  }
}
