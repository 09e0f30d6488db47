package org.datxa.bridge.clickhouse.internal.store;

import java.util.List;
import java.util.Map;
import org.datxa.bridge.clickhouse.internal.http.Answer;
import org.datxa.bridge.clickhouse.internal.http.HttpChannel;
import org.datxa.spi.error.StoreException;

/** The server of one store, with what is asked of it all the time. */
final class ServerAccess {
  /** Who a server is and what time it has. */
  record Identity(String uuid, long clockMillis) {}

  private final String store;
  private final StoreSettings settings;
  private final HttpChannel channel;

  ServerAccess(String store, StoreSettings settings, HttpChannel channel) {
    this.store = store;
    this.settings = settings;
    this.channel = channel;
  }

  String store() {
    return store;
  }

  StoreSettings settings() {
    return settings;
  }

  HttpChannel channel() {
    return channel;
  }

  Identity identity() throws StoreException {
    List<String> row =
        rows("SELECT toString(serverUUID()), toString(toUnixTimestamp64Milli(now64(3)))", 2).get(0);
    return new Identity(row.get(0), Long.parseLong(row.get(1)));
  }

  /** The rows of a query all of whose columns are texts. */
  List<List<String>> rows(String sql, int width) throws StoreException {
    byte[] answer = channel.ask(sql + " FORMAT RowBinary", Map.of("use_query_cache", "0"));
    return Answer.rows(answer, width);
  }
}
