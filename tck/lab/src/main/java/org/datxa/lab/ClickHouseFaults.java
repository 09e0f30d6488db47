package org.datxa.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The fault switch and the log of our ClickHouse server. */
final class ClickHouseFaults {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<List<LabStatement>> STATEMENTS = new TypeReference<>() {};

  private final Http http;
  private final ClickHouseServer server;

  ClickHouseFaults(Http http, ClickHouseServer server) {
    this.http = http;
    this.server = server;
  }

  int arm(LabFault fault) {
    if (fault.action() == LabFault.Action.KILL || fault.action().isOfProxies()) {
      throw new IllegalArgumentException("The ClickHouse server cannot do this: " + fault.action());
    }
    Map<String, Object> body =
        Map.of(
            "match", fault.match(),
            "when", fault.when().name().toLowerCase(Locale.ROOT),
            "action", fault.action().name().toLowerCase(Locale.ROOT),
            "skip", fault.skip(),
            "times", fault.times(),
            "millis", fault.delay().toMillis(),
            "code", fault.code(),
            "status", fault.status());
    try {
      String answer = send("POST", "faults", JSON.writeValueAsString(body));
      return JSON.readTree(answer).path("id").asInt();
    } catch (JsonProcessingException e) {
      throw new LabException("The fault switch was not understood", e);
    }
  }

  int hits(int id) {
    try {
      for (var fault : JSON.readTree(send("GET", "faults", ""))) {
        if (fault.path("id").asInt() == id) {
          return fault.path("hits").asInt();
        }
      }
      return 0;
    } catch (JsonProcessingException e) {
      throw new LabException("The fault switch was not understood", e);
    }
  }

  void clear() {
    send("DELETE", "faults", "");
  }

  List<LabStatement> log() {
    try {
      return JSON.readValue(send("GET", "log", ""), STATEMENTS);
    } catch (JsonProcessingException e) {
      throw new LabException("The log was not understood", e);
    }
  }

  void clearLog() {
    send("DELETE", "log", "");
  }

  private String send(String method, String what, String body) {
    if (!server.isOurs()) {
      throw new LabException(
          "This ClickHouse server has no fault switch; put a LabProxy before it");
    }
    return http.send(method, server.url() + "/lab/" + what, body);
  }
}
