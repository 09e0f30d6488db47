package org.datxa.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Named;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.datxa.DatXaBuilder;
import org.datxa.OperatorEvent;

/** The configuration of the README. */
// readme: configuration
@ApplicationScoped
public class ShopConfiguration {
  static Properties secrets = new Properties(); // from wherever yours are

  private final List<OperatorEvent> alarms = new CopyOnWriteArrayList<>();

  @Produces
  @Named("datxa")
  Properties instead() { // of the file and the system properties
    Properties all = new Properties();
    all.putAll(secrets);
    return all;
  }

  void lastWord(@Observes DatXaBuilder builder) {
    builder.set("journal.intent", "recorded");
  }

  void told(@Observes OperatorEvent event) {
    alarms.add(event); // 103 STUCK, 105 HEURISTIC, …
  }
}
// readme: end
