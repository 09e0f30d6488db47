package org.datxa.lab.drevo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** HTTP, which serves the default database. */
class DrevoHttpTest extends DrevoBehaviour {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PREPARED = "/transactions/prepared";

  private final HttpClient http = HttpClient.newHttpClient();

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server().httpUrl() + path))
            .method(method, BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  private JsonNode listed() throws Exception {
    HttpResponse<String> response = send("GET", PREPARED, "");
    assertThat(response.statusCode()).isEqualTo(200);
    return JSON.readTree(response.body()).path("prepared");
  }

  @Test
  void b47_listHasItsOwnNames() throws Exception {
    needsSwitch();
    assertThat(listed()).isEmpty();
    prepare("drevo", "b47");
    JsonNode row = listed().get(0);
    assertThat(row.path("gid").asText()).isEqualTo("b47");
    assertThat(row.path("op_count").asInt()).isEqualTo(1);
    assertThat(row.path("prepared_at").asText()).endsWith("Z");
    assertThat(Instant.parse(row.path("prepared_at").asText())).isNotNull();
    assertThat(send("POST", PREPARED + "/b47/commit", "").statusCode()).isEqualTo(200);
    assertThat(listed()).isEmpty();
  }

  @Test
  void b47_fenceIs503UnknownIs404HeuristicIs409() throws Exception {
    needsSwitch();
    prepare("drevo", "b/47 +");
    HttpResponse<String> fenced = send("POST", "/cypher", cypher("CREATE (:A)"));
    assertThat(fenced.statusCode()).isEqualTo(503);
    assertThat(fenced.body()).contains("b/47 +", "retry");

    String path = PREPARED + "/b%2F47%20+/";
    assertThat(send("POST", path + "heuristic-rollback", "").statusCode()).isEqualTo(200);
    assertThat(send("POST", path + "commit", "").statusCode()).isEqualTo(409);
    assertThat(send("POST", path + "rollback", "").statusCode()).isEqualTo(200);
    HttpResponse<String> unknown = send("POST", PREPARED + "/nobody/commit", "");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).contains("nobody");
  }

  @Test
  void b47_cypherRunsProceduresAndStatements() throws Exception {
    needsSwitch();
    HttpResponse<String> list = send("POST", "/cypher", cypher("CALL drevo.tx.listPrepared()"));
    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(list.body()).contains("preparedAt");
    assertThat(send("POST", "/cypher", cypher("NONSENSE")).statusCode()).isEqualTo(400);
  }

  private static String cypher(String text) throws IOException {
    return JSON.writeValueAsString(java.util.Map.of("query", text));
  }
}
