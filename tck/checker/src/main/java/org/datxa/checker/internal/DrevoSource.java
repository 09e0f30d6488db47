package org.datxa.checker.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Logging;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;

/**
 * A drevo graph. Its text shows no secret.
 *
 * @param url the Bolt address
 * @param user the user; empty when none is sent
 * @param password the password
 * @param database the graph
 */
public record DrevoSource(String url, String user, String password, String database) {
  private static final int TIMEOUT_SECONDS = 30;

  /** What may be asked of an open graph. */
  @FunctionalInterface
  interface Query {
    List<Record> run(String cypher, Map<String, Object> parameters);
  }

  /** What is done with an open graph. */
  @FunctionalInterface
  interface Reading<T> {
    T read(Query query);
  }

  <T> T with(Reading<T> reading) {
    Config config =
        Config.builder()
            .withMaxConnectionPoolSize(1)
            .withEventLoopThreads(1)
            .withConnectionTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
            .withTelemetryDisabled(true)
            .withLogging(Logging.slf4j())
            .build();
    AuthToken token = user.isEmpty() ? AuthTokens.none() : AuthTokens.basic(user, password);
    try (Driver driver = GraphDatabase.driver(url, token, config);
        Session session = driver.session(SessionConfig.forDatabase(database))) {
      return reading.read((cypher, parameters) -> session.run(cypher, parameters).list());
    }
  }

  @Override
  public String toString() {
    return url + "?database=" + database;
  }
}
