package org.datxa.lab.drevo.bolt;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.datxa.lab.drevo.graph.FaultPoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens on the loopback interface; a thread serves each connection. */
public final class BoltServer implements AutoCloseable {

  static final String VERSION = "0.0.0-lab";
  static final String AGENT = "Neo4j/5.26.0-drevo-" + VERSION;

  private static final Logger LOG = LoggerFactory.getLogger(BoltServer.class);
  private static final int BACKLOG = 500;

  private final ServerSocket listener;
  private final Engine engine;
  private final Credentials credentials;
  private final FaultPoint faults;
  private final MessageLog log;
  private final AtomicLong numbers = new AtomicLong();
  private final Set<BoltConnection> connections = ConcurrentHashMap.newKeySet();

  private BoltServer(
      ServerSocket listener,
      Engine engine,
      Credentials credentials,
      FaultPoint faults,
      MessageLog log) {
    this.listener = listener;
    this.engine = engine;
    this.credentials = credentials;
    this.faults = faults;
    this.log = log;
  }

  /**
   * Starts to listen.
   *
   * @param port the port, 0 for a free one
   * @param engine what sessions share
   * @param credentials who may connect
   * @param faults where faults happen
   * @param log where messages are noted
   * @return the server
   * @throws IOException when the port is taken
   */
  public static BoltServer start(
      int port, Engine engine, Credentials credentials, FaultPoint faults, MessageLog log)
      throws IOException {
    ServerSocket listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    BoltServer server = new BoltServer(listener, engine, credentials, faults, log);
    daemon("drevo-bolt-listener", server::accept).start();
    return server;
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        serve(listener.accept());
      } catch (IOException e) {
        LOG.debug("No more connections: {}", e.toString());
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    long number = numbers.incrementAndGet();
    Session session = new Session(engine, credentials, number);
    BoltConnection connection = new BoltConnection(socket, session, number, faults, log);
    connections.add(connection);
    daemon(
            "drevo-bolt-" + number,
            () -> {
              try {
                connection.run();
              } finally {
                connections.remove(connection);
              }
            })
        .start();
    if (listener.isClosed()) {
      connection.close();
    }
  }

  /**
   * Where it listens.
   *
   * @return the port
   */
  public int port() {
    return listener.getLocalPort();
  }

  /** Stops listening and drops all connections. */
  @Override
  public void close() throws IOException {
    listener.close();
    connections.forEach(BoltConnection::close);
  }
}
