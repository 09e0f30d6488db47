package org.datxa.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;

/** One client of a proxy and its connection to the server. */
final class ProxyConnection implements AutoCloseable {

  private static final int BUFFER_BYTES = 65536;

  private final Socket client;
  private final Socket server;
  private final ProxyFaults faults;
  private final ProxyGate everyone;
  private final ProxyGate mine = new ProxyGate();
  private final ClientWindow window = new ClientWindow();
  private final Thread requests = new Thread(this::forwardRequests, "datxa-lab-proxy-requests");
  private final Thread replies = new Thread(this::forwardReplies, "datxa-lab-proxy-replies");
  private LabFault pending;

  ProxyConnection(Socket client, Socket server, ProxyFaults faults, ProxyGate everyone) {
    this.client = client;
    this.server = server;
    this.faults = faults;
    this.everyone = everyone;
  }

  void start() {
    requests.setDaemon(true);
    replies.setDaemon(true);
    requests.start();
    replies.start();
  }

  boolean isOver() {
    return client.isClosed();
  }

  private void forwardRequests() {
    try (this) {
      forward(client.getInputStream(), server.getOutputStream(), this::beforeRequest);
    } catch (IOException | InterruptedException e) {
      // the connection is over, which closing has told the other side already
    }
  }

  private void forwardReplies() {
    try (this) {
      forward(server.getInputStream(), client.getOutputStream(), this::beforeReply);
    } catch (IOException | InterruptedException e) {
      // as above
    }
  }

  /** Answers how many of the bytes may pass. */
  private interface Inspection {
    int inspect(byte[] bytes, int count) throws InterruptedException;
  }

  private void forward(InputStream in, OutputStream out, Inspection inspection)
      throws IOException, InterruptedException {
    byte[] bytes = new byte[BUFFER_BYTES];
    for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
      everyone.pass();
      int passing = inspection.inspect(bytes, count);
      mine.pass();
      out.write(bytes, 0, passing);
      out.flush();
      if (passing < count) {
        return;
      }
    }
  }

  private int beforeRequest(byte[] bytes, int count) throws InterruptedException {
    window.add(bytes, count);
    Optional<LabFault> fault = faults.take(window);
    if (fault.isEmpty()) {
      return count;
    }
    if (fault.get().when() == LabFault.When.AFTER) {
      setPending(fault.get());
      return count;
    }
    return play(fault.get(), count);
  }

  private int beforeReply(byte[] bytes, int count) throws InterruptedException {
    LabFault fault = takePending();
    return fault == null ? count : play(fault, count);
  }

  private synchronized void setPending(LabFault fault) {
    pending = fault;
  }

  private synchronized LabFault takePending() {
    LabFault fault = pending;
    pending = null;
    return fault;
  }

  private int play(LabFault fault, int count) throws InterruptedException {
    if (!fault.delay().isZero()) {
      Thread.sleep(fault.delay().toMillis());
    }
    if (fault.action() == LabFault.Action.HANG) {
      mine.set(true);
    }
    return switch (fault.action()) {
      case DROP -> 0;
      case CUT -> count / 2;
      default -> count;
    };
  }

  // Either side may have closed its end already.
  @Override
  public void close() {
    closeQuietly(client);
    closeQuietly(server);
    interruptOther(requests);
    interruptOther(replies);
  }

  private static void interruptOther(Thread thread) {
    if (thread != Thread.currentThread()) {
      thread.interrupt();
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // nothing is left that could be closed
    }
  }
}
