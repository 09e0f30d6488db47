package org.datxa.lab.drevo;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.bolt.Engine;
import org.datxa.lab.drevo.cypher.Answer;
import org.datxa.lab.drevo.graph.Codes;
import org.datxa.lab.drevo.graph.Database;
import org.datxa.lab.drevo.graph.Databases;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.datxa.lab.drevo.graph.PreparedInfo;

/** Drevo's own routes, for the default database only. */
final class DrevoRoutes implements HttpFront.Route {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};
  private static final String PREPARED = "/transactions/prepared";
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int UNAVAILABLE = 503;

  private final Engine engine;

  DrevoRoutes(Engine engine) {
    this.engine = engine;
  }

  @Override
  public HttpFront.Reply answer(String method, String path, String body) throws IOException {
    try {
      return switch (method + " " + path) {
        case "GET " + PREPARED -> json(OK, Map.of("prepared", prepared()));
        case "POST /cypher" -> cypher(JSON.readTree(body));
        case "POST /databases" -> create(JSON.readTree(body).path("name").asText());
        default -> resolve(method, path);
      };
    } catch (DrevoFailure e) {
      return json(status(e), Map.of("error", e.getMessage(), "code", e.code()));
    }
  }

  private static int status(DrevoFailure failure) {
    String message = failure.getMessage();
    if (failure.code().equals(Codes.FENCE)) {
      return UNAVAILABLE;
    }
    if (message.contains("no transaction is prepared")) {
      return NOT_FOUND;
    }
    return message.contains("heuristically") ? CONFLICT : BAD_REQUEST;
  }

  private List<Map<String, Object>> prepared() {
    return engine.database(Databases.DEFAULT).prepared().stream().map(DrevoRoutes::row).toList();
  }

  private static Map<String, Object> row(PreparedInfo prepared) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("gid", prepared.gid());
    row.put("prepared_at", DateTimeFormatter.ISO_INSTANT.format(prepared.preparedAt()));
    row.put("op_count", prepared.opCount());
    return row;
  }

  private HttpFront.Reply cypher(JsonNode request) throws IOException {
    Map<String, Object> parameters =
        request.has("params") ? JSON.convertValue(request.path("params"), MAP) : Map.of();
    Map<String, Object> stored = new LinkedHashMap<>();
    parameters.forEach((name, value) -> stored.put(name, widened(value)));
    Answer answer = engine.autocommit(Databases.DEFAULT, request.path("query").asText(), stored);
    return json(OK, Map.of("columns", answer.fields(), "rows", answer.rows()));
  }

  private static Object widened(Object value) {
    return value instanceof Integer number ? (Object) number.longValue() : value;
  }

  private HttpFront.Reply create(String name) throws IOException {
    boolean created = engine.databases().create(name);
    return json(created ? CREATED : CONFLICT, Map.of("name", name));
  }

  private HttpFront.Reply resolve(String method, String path) throws IOException {
    String[] parts = path.split("/", -1);
    if (!method.equals("POST") || !path.startsWith(PREPARED + "/") || parts.length != 5) {
      return json(NOT_FOUND, Map.of("error", "there is no " + method + " " + path));
    }
    String gid = URLDecoder.decode(parts[3].replace("+", "%2B"), StandardCharsets.UTF_8);
    Database database = engine.database(Databases.DEFAULT);
    switch (parts[4]) {
      case "commit" -> database.commitPrepared(gid);
      case "rollback" -> database.rollbackPrepared(gid);
      case "heuristic-rollback" -> database.heuristicRollback(gid);
      default -> throw new IllegalArgumentException("Unknown: " + parts[4]);
    }
    return json(OK, Map.of("gid", gid));
  }

  private static HttpFront.Reply json(int status, Object value) throws IOException {
    return new HttpFront.Reply(status, JSON.writeValueAsString(value));
  }
}
