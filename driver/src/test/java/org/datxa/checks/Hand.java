package org.datxa.checks;

import java.util.Map;
import org.datxa.stores.TestDeployment;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.Transaction;

/** What is done by hand in a graph. */
final class Hand {
  private Hand() {}

  static void prepare(TestDeployment lab, String gid) {
    try (Driver driver = GraphDatabase.driver(lab.value("stores.graph.url"), AuthTokens.none());
        Session session =
            driver.session(SessionConfig.forDatabase(lab.value("stores.graph.database")));
        Transaction transaction = session.beginTransaction()) {
      transaction.run("CREATE (:Item {id: -7})").consume();
      transaction.run("CALL drevo.tx.prepare($gid)", Map.of("gid", gid)).consume();
      transaction.commit();
    }
  }
}
