package org.datxa.checker.internal;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A ClickHouse server over HTTP. Its text shows no secret.
 *
 * @param url {@code http://host:port}, or the JDBC address of the same
 * @param user the user; empty for the server's default
 * @param password the password
 */
public record ClickHouseSource(String url, String user, String password) {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int OK = 200;
  private static final ObjectReader ROW =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build()
          .readerFor(new TypeReference<Map<String, Object>>() {});

  /**
   * Takes an address in either form.
   *
   * @param url the address
   * @param user the user
   * @param password the password
   */
  public ClickHouseSource {
    url = url.replaceFirst("^jdbc:(clickhouse|ch):(http:)?", "http:").replaceFirst("\\?.*", "");
    url = URI.create(url).resolve("/").toString();
  }

  /** Runs a query without FORMAT and SETTINGS. */
  List<Map<String, Object>> query(String sql) throws IOException, InterruptedException {
    String whole =
        sql
            + " FORMAT JSONEachRow SETTINGS output_format_json_quote_64bit_integers = 0,"
            + " output_format_json_quote_decimals = 0";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(LIMIT)
            .POST(HttpRequest.BodyPublishers.ofString(whole, StandardCharsets.UTF_8));
    if (!user.isEmpty()) {
      request.header("X-ClickHouse-User", user).header("X-ClickHouse-Key", password);
    }
    HttpResponse<String> answer =
        CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    if (answer.statusCode() != OK) {
      throw new IOException("ClickHouse answered " + answer.statusCode() + ": " + answer.body());
    }
    return rows(answer.body());
  }

  private static List<Map<String, Object>> rows(String body) throws IOException {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String line : body.lines().filter(it -> !it.isBlank()).toList()) {
      rows.add(ROW.readValue(line));
    }
    return rows;
  }

  @Override
  public String toString() {
    return url;
  }
}
