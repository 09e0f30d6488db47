package org.datxa.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.datxa.lab.drevo.graph.Behaviour;

/** The control of our drevo server: faults, the log, behaviour. */
final class DrevoControl {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<List<LabMessage>> MESSAGES = new TypeReference<>() {};

  private final Http http = new Http();
  private final DrevoHost server;

  DrevoControl(DrevoHost server) {
    this.server = server;
  }

  int arm(LabFault fault) {
    Map<String, Object> body =
        Map.of(
            "match", fault.match(),
            "when", fault.when().name(),
            "action", fault.action().name(),
            "skip", fault.skip(),
            "times", fault.times(),
            "millis", fault.delay().toMillis(),
            "name", fault.name());
    return Integer.parseInt(send("POST", "faults", json(body)));
  }

  int hits(int number) {
    return Integer.parseInt(send("GET", "faults/" + number, ""));
  }

  void clear() {
    send("DELETE", "faults", "");
  }

  List<LabMessage> log() {
    try {
      return JSON.readValue(send("GET", "log", ""), MESSAGES);
    } catch (JsonProcessingException e) {
      throw new LabException("The log was not understood", e);
    }
  }

  void clearLog() {
    send("DELETE", "log", "");
  }

  void behave(Behaviour behaviour) {
    send("PUT", "behaviour", json(behaviour));
  }

  void tick() {
    send("POST", "tick", "");
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new LabException("Not to be written as JSON: " + value, e);
    }
  }

  private String send(String method, String what, String body) {
    if (!server.isOurs()) {
      throw new LabException("This drevo server has no fault switch; put a LabProxy before it");
    }
    return http.send(method, server.httpUrl() + "/lab/" + what, body);
  }
}
