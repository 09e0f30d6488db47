package org.datxa.lab.drevo.bolt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.datxa.lab.drevo.cypher.Answer;
import org.datxa.lab.drevo.cypher.Statement;
import org.datxa.lab.drevo.cypher.Statement.SingleCall;
import org.datxa.lab.drevo.graph.Codes;
import org.datxa.lab.drevo.graph.Database;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.datxa.lab.drevo.graph.Transaction;
import org.datxa.lab.drevo.pack.Structure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state machine of one connection. */
final class Session {

  private enum State {
    CONNECTED,
    READY,
    STREAMING,
    TX_READY,
    TX_STREAMING,
    FAILED,
    DEFUNCT
  }

  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final String INVALID = "Neo.ClientError.Request.Invalid";
  private static final String UNAUTHORIZED = "Neo.ClientError.Security.Unauthorized";

  private final Engine engine;
  private final Credentials credentials;
  private final long number;
  private final Queue<List<Object>> rows = new ArrayDeque<>();
  private State state = State.CONNECTED;
  private boolean known;
  private String databaseName = "";
  private Database database;
  private Transaction transaction;
  private String preparedGid;

  Session(Engine engine, Credentials credentials, long number) {
    this.engine = engine;
    this.credentials = credentials;
    this.number = number;
  }

  boolean isOver() {
    return state == State.DEFUNCT;
  }

  /** The message in words, for the log and the fault switch. */
  String text(Structure message) {
    String name = Message.name(message.tag());
    if (!Message.isUnderstood(message)) {
      return name;
    }
    return switch (message.tag()) {
      case Tags.RUN -> name + " " + runText(message);
      case Tags.BEGIN -> name + " db=" + Engine.databaseName(Message.map(message, 0).get("db"));
      case Tags.COMMIT, Tags.ROLLBACK -> name + " db=" + databaseName;
      case Tags.PULL, Tags.DISCARD -> name + " n=" + Message.map(message, 0).get("n");
      default -> name;
    };
  }

  private String runText(Structure message) {
    boolean inside = isInside();
    String where = inside ? databaseName : Engine.databaseName(Message.map(message, 2).get("db"));
    return "db="
        + where
        + " tx="
        + (inside ? 1 : 0)
        + " "
        + message.fields().get(0)
        + " "
        + ValueText.of(message.fields().get(1));
  }

  private boolean isInside() {
    return state == State.TX_READY || state == State.TX_STREAMING;
  }

  /** Does what the message asks and answers the replies. */
  List<Structure> handle(Structure message) {
    if (!Message.isUnderstood(message)) {
      String name = Message.name(message.tag());
      return List.of(
          failure(new DrevoFailure(Parameters.INVALID_FORMAT, "Not understood: " + name)));
    }
    if (message.tag() == Tags.GOODBYE) {
      close();
      return List.of();
    }
    if (message.tag() == Tags.RESET && known) {
      return reset();
    }
    if (state == State.FAILED) {
      return List.of(new Structure(Tags.IGNORED, List.of()));
    }
    return attempt(message);
  }

  private List<Structure> attempt(Structure message) {
    try {
      return act(message);
    } catch (DrevoFailure e) {
      return fail(e);
    } catch (ConnectionDropped e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("A message could not be handled: {}", text(message), e);
      return fail(new DrevoFailure(Codes.UNKNOWN_ERROR, "internal error: " + e));
    }
  }

  /** Fails as if the message had. */
  List<Structure> fail(DrevoFailure failure) {
    if (state != State.DEFUNCT) {
      state = State.FAILED;
    }
    return List.of(failure(failure));
  }

  private static Structure failure(DrevoFailure failure) {
    return new Structure(
        Tags.FAILURE, List.of(Map.of("code", failure.code(), "message", failure.getMessage())));
  }

  private static List<Structure> success(Map<String, Object> metadata) {
    return List.of(new Structure(Tags.SUCCESS, List.of(metadata)));
  }

  private List<Structure> act(Structure message) {
    return switch (message.tag()) {
      case Tags.HELLO -> hello(Message.map(message, 0));
      case Tags.BEGIN -> begin(Message.map(message, 0));
      case Tags.RUN -> run(message);
      case Tags.COMMIT -> commit();
      case Tags.ROLLBACK -> rollback();
      case Tags.PULL -> stream(Message.map(message, 0), true);
      case Tags.DISCARD -> stream(Message.map(message, 0), false);
      default -> throw new DrevoFailure(INVALID, "RESET before HELLO");
    };
  }

  private List<Structure> hello(Map<?, ?> extra) {
    require("HELLO", State.CONNECTED);
    if (!credentials.accept(extra)) {
      state = State.DEFUNCT;
      throw new DrevoFailure(UNAUTHORIZED, "The client is unauthorized");
    }
    known = true;
    state = State.READY;
    return success(Map.of("server", BoltServer.AGENT, "connection_id", "drevo-bolt-" + number));
  }

  private List<Structure> begin(Map<?, ?> extra) {
    require("BEGIN", State.READY);
    database = engine.database(extra.get("db"));
    databaseName = Engine.databaseName(extra.get("db"));
    transaction = database.begin();
    state = State.TX_READY;
    return success(Map.of());
  }

  private List<Structure> run(Structure message) {
    require("RUN", State.READY, State.TX_READY);
    String cypher = (String) message.fields().get(0);
    Map<String, Object> parameters = Parameters.values(Message.map(message, 1));
    boolean inside = state == State.TX_READY;
    Answer answer =
        inside
            ? runInside(cypher, parameters)
            : engine.autocommit(Message.map(message, 2).get("db"), cypher, parameters);
    rows.addAll(answer.rows());
    state = inside ? State.TX_STREAMING : State.STREAMING;
    return success(Map.of("fields", answer.fields()));
  }

  private Answer runInside(String cypher, Map<String, Object> parameters) {
    Statement statement = engine.parser().apply(cypher);
    Optional<SingleCall> prepare =
        statement.singleCall().filter(c -> c.procedure().equals(ServerProcedures.PREPARE));
    if (prepare.isPresent()) {
      return prepare(prepare.get(), parameters);
    }
    if (transaction == null) {
      throw new DrevoFailure(
          Codes.EXECUTION_FAILED, "a statement without an open transaction on this session");
    }
    return statement.run(
        transaction, parameters, new ServerProcedures(database, engine.behaviour().get(), true));
  }

  private Answer prepare(SingleCall call, Map<String, Object> parameters) {
    String gid =
        call.onlyString(parameters)
            .orElseThrow(
                () ->
                    new DrevoFailure(
                        Codes.SEMANTIC_ERROR,
                        "drevo.tx.prepare takes one string literal or one parameter with a"
                            + " string"));
    if (transaction == null) {
      throw new DrevoFailure(Codes.EXECUTION_FAILED, "no open transaction to prepare");
    }
    Transaction closed = transaction;
    transaction = null;
    database.prepare(closed, gid);
    preparedGid = gid;
    return new Answer(List.of("gid"), List.of(List.of(gid)));
  }

  private List<Structure> commit() {
    require("COMMIT", State.TX_READY);
    if (preparedGid == null) {
      Transaction closed = transaction;
      transaction = null;
      database.commit(closed);
    }
    return ended();
  }

  private List<Structure> rollback() {
    require("ROLLBACK", State.TX_READY);
    return ended();
  }

  private List<Structure> ended() {
    preparedGid = null;
    transaction = null;
    state = State.READY;
    return success(Map.of());
  }

  private List<Structure> stream(Map<?, ?> extra, boolean wanted) {
    require(wanted ? "PULL" : "DISCARD", State.STREAMING, State.TX_STREAMING);
    long most = extra.get("n") instanceof Long n && n >= 0 ? n : Long.MAX_VALUE;
    List<Structure> replies = new ArrayList<>();
    for (long i = 0; i < most && !rows.isEmpty(); i++) {
      List<Object> row = rows.remove();
      if (wanted) {
        replies.add(new Structure(Tags.RECORD, List.of(Results.row(row))));
      }
    }
    replies.addAll(rows.isEmpty() ? drained() : success(Map.of("has_more", true)));
    return replies;
  }

  private List<Structure> drained() {
    state = state == State.TX_STREAMING ? State.TX_READY : State.READY;
    return success(Map.of("has_more", false, "type", "rw"));
  }

  private List<Structure> reset() {
    rows.clear();
    transaction = null;
    if (!engine.behaviour().get().flagSurvivesReset()) {
      preparedGid = null;
    }
    state = State.READY;
    return success(Map.of());
  }

  private void require(String message, State... allowed) {
    if (!List.of(allowed).contains(state)) {
      throw new DrevoFailure(INVALID, message + " is not allowed when " + state);
    }
  }

  /** Ends the session; an open transaction is rolled back, a prepared one stays. */
  void close() {
    transaction = null;
    rows.clear();
    state = State.DEFUNCT;
  }
}
