package org.datxa.lab;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Plain requests to a server of the lab. */
final class Http {

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int OK = 200;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_LIMIT)
          .build();

  String send(String method, String url, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(LIMIT)
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() != OK) {
        throw new LabException(response.statusCode() + ": " + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new LabException("No answer from " + url + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("Interrupted while waiting for " + url, e);
    }
  }
}
