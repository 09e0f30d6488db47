package org.datxa.spring;

import java.util.ArrayList;
import java.util.List;
import org.datxa.OperatorEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** Another example of the README. */
// readme: operator
@Configuration(proxyBeanMethods = false)
class OperatorAlarm {
  private final List<OperatorEvent> alarms = new ArrayList<>();

  @EventListener
  void told(OperatorEvent event) {
    alarms.add(event); // 103 STUCK, 105 HEURISTIC, …
  }

  @Bean
  DatXaCustomizer recordedIntent() {
    return builder -> builder.set("journal.intent", "recorded");
  }
}
// readme: end
