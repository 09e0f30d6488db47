package org.datxa.bridge.clickhouse.internal.jdbc;

import com.clickhouse.jdbc.Driver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.datxa.bridge.clickhouse.internal.http.Endpoint;
import org.datxa.bridge.clickhouse.internal.store.StoreSettings;

/**
 * Connections of ClickHouse's own driver, for what is passed through. It never repeats anything.
 */
final class DriverConnections {
  private final String url;
  private final Properties properties = new Properties();

  DriverConnections(StoreSettings settings) {
    Endpoint endpoint = settings.endpoint();
    url = "jdbc:clickhouse:" + endpoint.address() + "/";
    properties.setProperty("database", endpoint.database());
    properties.setProperty("user", endpoint.user());
    properties.setProperty("password", endpoint.password());
    properties.setProperty("connection_timeout", millis(endpoint.connect().toMillis()));
    properties.setProperty("socket_timeout", millis(endpoint.answer().toMillis()));
    properties.setProperty("compress", Boolean.toString(settings.compress()));
    // Left on, the driver doubles rows after a lost answer and reports success.
    properties.setProperty("client_retry_on_failures", "None");
    properties.setProperty("retry", "0");
  }

  Connection open() throws SQLException {
    return new Driver().connect(url, properties);
  }

  private static String millis(long value) {
    return Long.toString(value);
  }
}
