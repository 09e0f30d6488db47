package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.insert.InsertResponse;
import com.clickhouse.client.api.query.GenericRecord;
import com.clickhouse.data.ClickHouseFormat;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The official client, and the driver with its less usual ways to send rows. */
class ClickHouseClientTest {

  private static final int ROWS = 500;

  private final LabClickHouse server = Lab.shared().clickHouse();
  private String database;

  @BeforeEach
  void createTable() {
    database = server.newDatabase("client");
    server.execute(
        "CREATE TABLE " + database + ".t (a Int64, s String) ENGINE = MergeTree ORDER BY a");
  }

  @Test
  void whenClientSendsRowBinary_rowsAndCountAreRight() throws Exception {
    try (Client client =
        new Client.Builder()
            .addEndpoint(server.url())
            .setUsername(server.user())
            .setPassword(server.password())
            .setDefaultDatabase(database)
            .build()) {
      InsertResponse inserted =
          client
              .insert("t", new ByteArrayInputStream(rowBinary()), ClickHouseFormat.RowBinary)
              .get(30, TimeUnit.SECONDS);
      assertThat(inserted.getWrittenRows()).isEqualTo(ROWS);
      List<GenericRecord> rows = client.queryAll("SELECT count(), max(a) FROM t");
      assertThat(rows.get(0).getLong(1)).isEqualTo(ROWS);
      assertThat(rows.get(0).getLong(2)).isEqualTo(ROWS - 1);
    }
  }

  private static byte[] rowBinary() {
    ByteBuffer bytes = ByteBuffer.allocate(ROWS * 11).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < ROWS; i++) {
      bytes.putLong(i).put((byte) 2).put((byte) 10).put((byte) 10);
    }
    return bytes.array();
  }

  @ParameterizedTest
  @ValueSource(strings = {"decompress", "beta.row_binary_for_simple_insert"})
  void whenDriverSendsOtherwise_rowsArrive(String property) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("user", server.user());
    properties.setProperty(property, "true");
    try (Connection connection = DriverManager.getConnection(server.jdbcUrl(database), properties);
        PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      for (int i = 0; i < ROWS; i++) {
        insert.setLong(1, i);
        insert.setString(2, "the same text again and again " + i + "\n\n");
        insert.addBatch();
      }
      insert.executeBatch();
    }
    assertThat(
            server.query(
                "SELECT count(), sum(a), sum(endsWith(s, '\\n\\n')) FROM " + database + ".t"))
        .containsExactly(ROWS + "\t" + (ROWS - 1) * ROWS / 2 + "\t" + ROWS);
  }
}
