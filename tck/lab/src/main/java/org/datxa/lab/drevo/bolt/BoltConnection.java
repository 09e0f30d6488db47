package org.datxa.lab.drevo.bolt;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.datxa.lab.drevo.graph.FaultPoint;
import org.datxa.lab.drevo.pack.PackException;
import org.datxa.lab.drevo.pack.Packer;
import org.datxa.lab.drevo.pack.Structure;
import org.datxa.lab.drevo.pack.Unpacker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client: reads its messages, one after the other, and writes the replies. */
final class BoltConnection implements Runnable, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BoltConnection.class);

  private final Socket socket;
  private final Session session;
  private final long number;
  private final FaultPoint faults;
  private final MessageLog log;

  BoltConnection(Socket socket, Session session, long number, FaultPoint faults, MessageLog log) {
    this.socket = socket;
    this.session = session;
    this.number = number;
    this.faults = faults;
    this.log = log;
  }

  @Override
  public void run() {
    try (socket;
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()))) {
      if (Handshake.accept(in, out)) {
        serve(in, out);
      }
    } catch (IOException | PackException | ConnectionDropped e) {
      LOG.debug("Connection {} ends: {}", number, e.toString());
    } finally {
      session.close();
    }
  }

  private void serve(DataInputStream in, DataOutputStream out) throws IOException {
    while (!session.isOver()) {
      Object value = Unpacker.value(Chunks.read(in));
      if (!(value instanceof Structure message)) {
        return;
      }
      for (Structure reply : replies(message)) {
        Chunks.write(out, Packer.bytes(reply));
      }
      out.flush();
    }
  }

  private List<Structure> replies(Structure message) {
    String text = session.text(message);
    Object entry = log.received(number, text);
    String outcome = "dropped";
    try {
      List<Structure> replies = handle(message, text);
      outcome = outcome(replies);
      return replies;
    } finally {
      log.ended(entry, outcome);
    }
  }

  private List<Structure> handle(Structure message, String text) {
    try {
      faults.before(text);
      List<Structure> replies = session.handle(message);
      faults.after(text);
      return replies;
    } catch (DrevoFailure e) {
      return session.fail(e);
    }
  }

  private static String outcome(List<Structure> replies) {
    if (replies.isEmpty()) {
      return "ok";
    }
    Structure last = replies.get(replies.size() - 1);
    return switch (last.tag()) {
      case Tags.FAILURE -> (String) ((Map<?, ?>) last.fields().get(0)).get("code");
      case Tags.IGNORED -> "ignored";
      default -> "ok";
    };
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("Connection {} cannot be closed", number, e);
    }
  }
}
