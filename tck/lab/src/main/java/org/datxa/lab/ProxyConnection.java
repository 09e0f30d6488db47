package org.datxa.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.datxa.lab.LabNetwork.Way;

/** One client of a proxy and its connection to the server. */
final class ProxyConnection implements AutoCloseable {

  private static final int BUFFER_BYTES = 65536;

  private final Socket client;
  private final Socket server;
  private final ProxyFaults faults;
  private final LabNetwork network;
  private final ProxyGate mine = new ProxyGate();
  private final ClientWindow window = new ClientWindow();
  private final Thread requests = new Thread(this::forwardRequests, "datxa-lab-proxy-requests");
  private final Thread replies = new Thread(this::forwardReplies, "datxa-lab-proxy-replies");
  private ProxyFaults.Taken pending;
  private volatile boolean reset;

  ProxyConnection(Socket client, Socket server, ProxyFaults faults, LabNetwork network) {
    this.client = client;
    this.server = server;
    this.faults = faults;
    this.network = network;
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
      forward(Way.TO_SERVER, client.getInputStream(), server.getOutputStream());
    } catch (IOException | InterruptedException e) {
      // the connection is over, which closing has told the other side already
    }
  }

  private void forwardReplies() {
    try (this) {
      forward(Way.TO_CLIENT, server.getInputStream(), client.getOutputStream());
    } catch (IOException | InterruptedException e) {
      // as above
    }
  }

  private void forward(Way way, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    network.admit();
    byte[] bytes = new byte[BUFFER_BYTES];
    for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
      network.pass(way);
      Optional<ProxyFaults.Taken> fault =
          way == Way.TO_SERVER ? beforeRequest(bytes, count) : takePending();
      network.pass(way);
      int passing = fault.isEmpty() ? count : play(fault.get(), count);
      mine.pass();
      network.carry(way, out, bytes, 0, passing);
      if (passing < count && !goesOn(fault)) {
        return;
      }
      network.carry(way, out, bytes, passing, count);
    }
    network.pass(way); // the end of a connection travels as its bytes do
  }

  /** What happens to the request; what is to happen to its answer waits for that. */
  private Optional<ProxyFaults.Taken> beforeRequest(byte[] bytes, int count) {
    window.add(bytes, count);
    Optional<ProxyFaults.Taken> taken = faults.take(window);
    if (taken.isEmpty()) {
      return taken;
    }
    if (taken.get().fault().when() == LabFault.When.AFTER) {
      setPending(taken.get());
      return Optional.empty();
    }
    runAlso(taken.get());
    return taken;
  }

  private synchronized void setPending(ProxyFaults.Taken fault) {
    pending = fault;
  }

  private Optional<ProxyFaults.Taken> takePending() {
    Optional<ProxyFaults.Taken> fault = removePending();
    fault.ifPresent(ProxyConnection::runAlso);
    return fault;
  }

  /** Not in this thread, which is interrupted when its client gives up meanwhile. */
  private static void runAlso(ProxyFaults.Taken taken) {
    CompletableFuture.runAsync(taken.also(), task -> new Thread(task, "datxa-lab-trouble").start())
        .join();
  }

  private synchronized Optional<ProxyFaults.Taken> removePending() {
    Optional<ProxyFaults.Taken> fault = Optional.ofNullable(pending);
    pending = null;
    return fault;
  }

  /** Answers how many of the bytes may pass. */
  private int play(ProxyFaults.Taken taken, int count) throws InterruptedException {
    LabFault fault = taken.fault();
    if (!fault.delay().isZero() && fault.action() != LabFault.Action.CUT_GO_ON) {
      Thread.sleep(fault.delay().toMillis());
    }
    return switch (fault.action()) {
      case DROP -> 0;
      case RESET -> {
        reset = true;
        yield 0;
      }
      case HANG -> {
        mine.set(true);
        yield count;
      }
      case CUT, CUT_RESET, CUT_HANG, CUT_GO_ON -> count / 2;
      default -> count;
    };
  }

  /** After a part of the bytes: whether the rest follows. */
  private boolean goesOn(Optional<ProxyFaults.Taken> taken) throws InterruptedException {
    LabFault fault = taken.orElseThrow().fault();
    switch (fault.action()) {
      case CUT_GO_ON -> Thread.sleep(fault.delay().toMillis());
      case CUT_HANG -> {
        mine.set(true);
        mine.pass();
      }
      case CUT_RESET -> reset = true;
      default -> {}
    }
    return fault.action() == LabFault.Action.CUT_GO_ON;
  }

  /** Lets the end of this connection be a reset. */
  void resetOnClose() {
    reset = true;
  }

  // Either side may have closed its end already.
  @Override
  public void close() {
    closeQuietly(client, reset);
    closeQuietly(server, reset);
    interruptOther(requests);
    interruptOther(replies);
  }

  private static void interruptOther(Thread thread) {
    if (thread != Thread.currentThread()) {
      thread.interrupt();
    }
  }

  private static void closeQuietly(Socket socket, boolean byReset) {
    try {
      if (byReset && !socket.isClosed()) {
        socket.setSoLinger(true, 0);
      }
      socket.close();
    } catch (IOException e) {
      // nothing is left that could be closed
    }
  }
}
