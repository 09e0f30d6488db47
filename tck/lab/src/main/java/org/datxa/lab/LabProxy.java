package org.datxa.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A TCP proxy with a fault switch in front of any server. A fault matches the bytes from the client
 * as they pass, taken as ISO-8859-1 text, whatever the protocol. "After" means when the first byte
 * of the server's next answer arrives: the effect has happened if the server answers only then, as
 * PostgreSQL does for a statement that returns no rows. What a client has sent together with the
 * matched bytes shares their fate.
 */
public final class LabProxy implements AutoCloseable {

  private static final int CONNECT_MILLIS = 10_000;
  private static final int BACKLOG = 200;

  private final String targetHost;
  private final int targetPort;
  private final ProxyFaults faults = new ProxyFaults();
  private final LabNetwork network = new LabNetwork();
  private final Queue<ProxyConnection> connections = new ConcurrentLinkedQueue<>();
  private final int port;
  private volatile ServerSocket listener;

  private LabProxy(String targetHost, int targetPort) {
    this.targetHost = targetHost;
    this.targetPort = targetPort;
    this.listener = listen(0);
    this.port = listener.getLocalPort();
  }

  /**
   * Starts a proxy on a free port of the loopback interface.
   *
   * @param targetHost the server's host
   * @param targetPort the server's port
   * @return the proxy, listening
   */
  public static LabProxy start(String targetHost, int targetPort) {
    return new LabProxy(targetHost, targetPort);
  }

  /**
   * Starts a proxy in front of an HTTP server.
   *
   * @param url the server's address, with its port
   * @return the proxy, listening
   */
  public static LabProxy start(String url) {
    URI uri = URI.create(url);
    return start(uri.getHost(), uri.getPort());
  }

  /**
   * Runs a proxy as a process of its own. It prints {@code listening on <port>}, reads commands
   * from its standard input, and ends with it.
   *
   * @param arguments the server's host and port
   * @throws IOException when the input cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    try (LabProxy proxy = start(arguments[0], Integer.parseInt(arguments[1]))) {
      System.out.println("listening on " + proxy.port());
      new ProxyCommands(proxy).run(System.in);
    }
  }

  /**
   * Where the proxy listens.
   *
   * @return the loopback address
   */
  public String host() {
    return "127.0.0.1";
  }

  /**
   * Where the proxy listens.
   *
   * @return the port
   */
  public int port() {
    return port;
  }

  /**
   * An address with the server's host and port replaced by the proxy's.
   *
   * @param url an address of the server, such as a JDBC address
   * @return the same address by way of the proxy
   */
  public String through(String url) {
    return url.replace(targetHost + ":" + targetPort, host() + ":" + port);
  }

  /**
   * Arms a fault. The first armed fault that matches happens.
   *
   * @param fault the fault; a proxy cannot answer an error
   * @return its number
   */
  public int fault(LabFault fault) {
    return fault(fault, () -> {});
  }

  /**
   * Arms a fault with which something else goes wrong, such as the network or the server.
   *
   * @param fault the fault; a proxy cannot answer an error
   * @param also what is done just before the fault's own action, in a thread of the proxy, while
   *     the message or its answer is held back
   * @return its number
   */
  public int fault(LabFault fault, Runnable also) {
    return faults.arm(fault, also);
  }

  /**
   * How often a fault has happened.
   *
   * @param number what {@link #fault} has answered
   * @return the number of times
   */
  public int faultHits(int number) {
    return faults.hits(number);
  }

  /** Disarms all faults. */
  public void clearFaults() {
    faults.clear();
  }

  /** Refuses new connections; those that exist go on. */
  public synchronized void refuse() {
    close(listener);
  }

  /** Takes new connections again, on the same port. */
  public synchronized void accept() {
    if (listener.isClosed()) {
      listener = listen(port);
    }
  }

  /**
   * The network in front of the server.
   *
   * @return its switches
   */
  public LabNetwork network() {
    return network;
  }

  /** Holds back all bytes in both directions, also those of new connections. */
  public void blackhole() {
    network.partition();
  }

  /** Lets held back bytes pass. */
  public void restore() {
    network.heal();
  }

  /** No faults any more, of messages or of the network, and new connections are taken. */
  public void heal() {
    clearFaults();
    network.heal();
    accept();
  }

  /** Resets all connections that exist. */
  public void resetAll() {
    connections.forEach(ProxyConnection::resetOnClose);
    dropAll();
  }

  /** Breaks all connections that exist. */
  public void dropAll() {
    for (ProxyConnection next = connections.poll(); next != null; next = connections.poll()) {
      next.close();
    }
  }

  /** Ends the proxy and its connections. */
  @Override
  public void close() {
    refuse();
    dropAll();
  }

  private ServerSocket listen(int onPort) {
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), onPort), BACKLOG);
      Thread acceptor = new Thread(() -> acceptFrom(socket), "datxa-lab-proxy");
      acceptor.setDaemon(true);
      acceptor.start();
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void acceptFrom(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        if (socket.isClosed()) {
          client.close(); // it slipped in while the listener was being closed
        } else {
          connect(client);
        }
      } catch (IOException e) {
        // closed, or the client has gone already; the loop finds out which
      }
    }
  }

  private void connect(Socket client) throws IOException {
    Socket server = new Socket();
    try {
      server.connect(new InetSocketAddress(targetHost, targetPort), CONNECT_MILLIS);
      server.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
    } catch (IOException e) {
      server.close();
      client.close();
      throw e;
    }
    connections.removeIf(ProxyConnection::isOver);
    ProxyConnection connection = new ProxyConnection(client, server, faults, network);
    connections.add(connection);
    connection.start();
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
