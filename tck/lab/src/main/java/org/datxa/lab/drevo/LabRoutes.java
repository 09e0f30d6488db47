package org.datxa.lab.drevo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import org.datxa.lab.LabFault;
import org.datxa.lab.drevo.graph.Behaviour;

/** The lab's control of a server: faults, the log of messages, behaviour, the periodic work. */
final class LabRoutes implements HttpFront.Route {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpFront.Reply DONE = new HttpFront.Reply(200, "{}");

  private final DrevoServer server;

  LabRoutes(DrevoServer server) {
    this.server = server;
  }

  @Override
  public HttpFront.Reply answer(String method, String path, String body) throws IOException {
    String request = method + " " + path;
    return switch (request) {
      case "POST /lab/faults" -> json(server.faults().arm(fault(JSON.readTree(body))));
      case "DELETE /lab/faults" -> {
        server.faults().clear();
        yield DONE;
      }
      case "GET /lab/log" -> json(server.log().messages());
      case "DELETE /lab/log" -> {
        server.log().clear();
        yield DONE;
      }
      case "PUT /lab/behaviour" -> {
        server.behave(JSON.readValue(body, Behaviour.class));
        yield DONE;
      }
      case "POST /lab/tick" -> {
        server.tick();
        yield DONE;
      }
      default -> hits(request);
    };
  }

  private HttpFront.Reply hits(String request) throws IOException {
    String prefix = "GET /lab/faults/";
    if (!request.startsWith(prefix)) {
      throw new IllegalArgumentException("The lab has no " + request);
    }
    return json(server.faults().hits(Integer.parseInt(request.substring(prefix.length()))));
  }

  private static HttpFront.Reply json(Object value) throws IOException {
    return new HttpFront.Reply(200, JSON.writeValueAsString(value));
  }

  private static LabFault fault(JsonNode json) {
    return new LabFault(
        json.path("match").asText(),
        LabFault.When.valueOf(json.path("when").asText()),
        LabFault.Action.valueOf(json.path("action").asText()),
        json.path("skip").asInt(),
        json.path("times").asInt(),
        Duration.ofMillis(json.path("millis").asLong()),
        0,
        0,
        json.path("name").asText());
  }
}
