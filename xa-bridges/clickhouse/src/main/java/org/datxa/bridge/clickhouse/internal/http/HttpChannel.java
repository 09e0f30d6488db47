package org.datxa.bridge.clickhouse.internal.http;

import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.datxa.spi.error.StoreUnknown;

/**
 * Sends a statement exactly once and waits for the whole answer. Nothing is ever sent a second
 * time: the JDK's client repeats no POST, follows no redirect here, and speaks HTTP/1.1 only.
 */
public final class HttpChannel implements AutoCloseable {
  private static final String CODE = "X-ClickHouse-Exception-Code";
  private static final int OK = 200;

  private final Endpoint endpoint;
  private final ExecutorService threads;
  private final HttpClient client;

  /**
   * A channel; nothing is connected yet.
   *
   * @param endpoint where to
   */
  public HttpChannel(Endpoint endpoint) {
    this.endpoint = endpoint;
    this.threads = Executors.newCachedThreadPool(task -> daemon(task, endpoint.store()));
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(endpoint.connect())
            .executor(threads)
            .build();
  }

  private static Thread daemon(Runnable task, String store) {
    Thread thread = new Thread(task, "datxa-clickhouse-" + store);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Sends a statement that changes something, and tells the server's error from a lost answer.
   *
   * @param sql the statement
   * @param settings its settings
   * @return the body of the answer
   * @throws ServerError the server answered with an error
   * @throws StoreException refused when nothing was sent, unknown when the answer was lost
   */
  public byte[] send(String sql, Map<String, String> settings) throws ServerError, StoreException {
    HttpResponse<byte[]> response = exchange(request(sql, settings));
    int code = response.headers().firstValue(CODE).map(HttpChannel::number).orElse(0);
    if (code != 0) {
      throw new ServerError(code, text(response));
    }
    if (response.statusCode() != OK) {
      // Without the server's code it may be the answer of a proxy.
      throw new StoreUnknown(
          endpoint.store(),
          "HTTP status " + response.statusCode() + " without an error code",
          null);
    }
    return response.body();
  }

  /**
   * Sends a statement whose errors are all refusals: one that only reads, or one that may be
   * repeated.
   *
   * @param sql the statement
   * @param settings its settings
   * @return the body of the answer
   * @throws StoreException refused on the server's errors, unknown when the answer was lost
   */
  public byte[] ask(String sql, Map<String, String> settings) throws StoreException {
    try {
      return send(sql, settings);
    } catch (ServerError e) {
      throw new StoreRefused(endpoint.store(), ClickHouseErrors.kind(e), e.getMessage(), e);
    }
  }

  private HttpRequest request(String sql, Map<String, String> settings) {
    String query =
        settings.entrySet().stream()
            .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
            .collect(Collectors.joining("&", "wait_end_of_query=1&", ""));
    return HttpRequest.newBuilder(URI.create(endpoint.address() + "/?" + query))
        .header("Authorization", credentials())
        .header("Content-Type", "text/plain; charset=UTF-8")
        .POST(HttpRequest.BodyPublishers.ofString(sql))
        .build();
  }

  /** Base64 is a legal header whatever the secret is; an illegal one would end up in a message. */
  private String credentials() {
    String pair = endpoint.user() + ":" + endpoint.password();
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  private HttpResponse<byte[]> exchange(HttpRequest request) throws StoreException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    try {
      return answer.get(endpoint.answer().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw lost(e.getCause());
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new StoreUnknown(
          endpoint.store(), "no answer within " + endpoint.answer().toMillis() + " ms", e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new StoreUnknown(endpoint.store(), "interrupted while waiting for the answer", e);
    }
  }

  private StoreException lost(Throwable cause) {
    if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
      return new StoreRefused(
          endpoint.store(), ErrorKind.TRANSIENT, endpoint.address() + " cannot be reached", cause);
    }
    return new StoreUnknown(endpoint.store(), "the answer was lost", cause);
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Ends the threads; requests under way are not waited for. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
