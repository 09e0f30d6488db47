package org.datxa.lab.drevo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.datxa.lab.drevo.bolt.Engine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** HTTP on the loopback interface: drevo's own routes, and the lab's below {@code /lab/}. */
final class HttpFront implements AutoCloseable {

  /** An answer. */
  record Reply(int status, String json) {}

  /** What answers requests. */
  interface Route {
    /** Answers a request for a path, whose parts are still percent-encoded. */
    Reply answer(String method, String path, String body) throws IOException;
  }

  private static final int BACKLOG = 100;
  private static final int BAD_REQUEST = 400;
  private static final int FAILED = 500;
  private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool(HttpFront::daemon);

  private HttpFront(HttpServer server) {
    this.server = server;
  }

  static HttpFront start(int port, DrevoServer drevo, Engine engine) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpFront front = new HttpFront(HttpServer.create(address, BACKLOG));
    front.route("/", new DrevoRoutes(engine));
    front.route("/lab/", new LabRoutes(drevo));
    front.server.setExecutor(front.threads);
    front.server.start();
    return front;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "drevo-http");
    thread.setDaemon(true);
    return thread;
  }

  private void route(String prefix, Route route) {
    server.createContext(prefix, exchange -> answer(exchange, route));
  }

  private static void answer(HttpExchange exchange, Route route) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Reply reply = reply(exchange, route, body);
      byte[] bytes = reply.json().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static Reply reply(HttpExchange exchange, Route route, String body) throws IOException {
    try {
      return route.answer(exchange.getRequestMethod(), exchange.getRequestURI().getRawPath(), body);
    } catch (IllegalArgumentException e) {
      return new Reply(BAD_REQUEST, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.error("{} failed", exchange.getRequestURI(), e);
      return new Reply(FAILED, e.toString());
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
