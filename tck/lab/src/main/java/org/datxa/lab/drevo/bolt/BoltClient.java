package org.datxa.lab.drevo.bolt;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.datxa.lab.drevo.pack.Packer;
import org.datxa.lab.drevo.pack.Structure;
import org.datxa.lab.drevo.pack.Unpacker;

/** A small client that sends single messages and can run a statement; for one thread. */
public final class BoltClient implements AutoCloseable {

  private static final int CONNECT_MILLIS = 10_000;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  private BoltClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /**
   * Connects, and says nothing yet.
   *
   * @param host the host
   * @param port the port
   * @return the client
   * @throws IOException when nobody answers
   */
  public static BoltClient connect(String host, int port) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      socket.setTcpNoDelay(true);
      return new BoltClient(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Proposes protocol versions.
   *
   * @param proposals four of them, as numbers of four bytes
   * @return the one chosen, 0 for none
   * @throws IOException when the connection ends
   */
  public int handshake(int... proposals) throws IOException {
    out.writeInt(Handshake.MAGIC);
    for (int proposal : proposals) {
      out.writeInt(proposal);
    }
    out.flush();
    return in.readInt();
  }

  /**
   * Agrees on version 4.4 and logs in.
   *
   * @param user the user, empty for none
   * @param password the password
   * @return this client
   * @throws IOException when the connection ends
   */
  public BoltClient login(String user, String password) throws IOException {
    handshake(Handshake.V4_4, 0, 0, 0);
    Map<String, Object> hello = new LinkedHashMap<>();
    hello.put("user_agent", "datxa-lab");
    hello.put("scheme", user.isEmpty() ? "none" : "basic");
    if (!user.isEmpty()) {
      hello.put("principal", user);
      hello.put("credentials", password);
    }
    ask(Tags.HELLO, hello);
    return this;
  }

  /**
   * Sends a message.
   *
   * @param tag its tag
   * @param fields its fields
   * @throws IOException when the connection ends
   */
  public void send(int tag, Object... fields) throws IOException {
    Chunks.write(out, Packer.bytes(new Structure(tag, Arrays.asList(fields))));
    out.flush();
  }

  /**
   * Reads one reply.
   *
   * @return the reply
   * @throws IOException when the connection ends
   */
  public Structure receive() throws IOException {
    return (Structure) Unpacker.value(Chunks.read(in));
  }

  /**
   * Sends a message and reads its one reply.
   *
   * @param tag its tag
   * @param fields its fields
   * @return the metadata of the success
   * @throws DrevoFailure when the reply is a failure
   * @throws IOException when the connection ends
   */
  public Map<?, ?> ask(int tag, Object... fields) throws IOException {
    send(tag, fields);
    return success(receive());
  }

  private static Map<?, ?> success(Structure reply) {
    if (reply.tag() == Tags.IGNORED) {
      throw new DrevoFailure("ignored", "The message was ignored");
    }
    Map<?, ?> metadata = (Map<?, ?>) reply.fields().get(0);
    if (reply.tag() == Tags.FAILURE) {
      throw new DrevoFailure((String) metadata.get("code"), (String) metadata.get("message"));
    }
    return metadata;
  }

  /**
   * Runs a statement, inside the open transaction or outside.
   *
   * @param database the database, when outside
   * @param cypher the statement
   * @param parameters its parameters
   * @return the rows; nodes and relationships are {@link Structure}s
   * @throws DrevoFailure when it fails
   * @throws IOException when the connection ends
   */
  public List<Map<String, Object>> run(
      String database, String cypher, Map<String, Object> parameters) throws IOException {
    Map<?, ?> head = ask(Tags.RUN, cypher, parameters, Map.of("db", database));
    List<?> fields = (List<?>) head.get("fields");
    List<Map<String, Object>> rows = new ArrayList<>();
    send(Tags.PULL, Map.of("n", -1L));
    Structure reply = receive();
    for (; reply.tag() == Tags.RECORD; reply = receive()) {
      rows.add(row(fields, (List<?>) reply.fields().get(0)));
    }
    success(reply);
    return rows;
  }

  private static Map<String, Object> row(List<?> fields, List<?> values) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      row.put((String) fields.get(i), values.get(i));
    }
    return row;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
