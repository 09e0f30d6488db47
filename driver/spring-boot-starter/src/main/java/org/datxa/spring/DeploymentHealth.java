package org.datxa.spring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.datxa.DatXA;
import org.datxa.spi.Finding;

/**
 * How a deployment is, in the words of neither line of Spring Boot.
 *
 * @param up whether journal and stores can be used
 * @param details what is shown beside
 */
record DeploymentHealth(boolean up, Map<String, Object> details) {
  static DeploymentHealth of(DatXA datxa) {
    Map<String, Object> details = new LinkedHashMap<>();
    datxa.journalLocation().ifPresent(it -> details.put("journal", it));
    datxa
        .lastRecovery()
        .ifPresent(
            last -> {
              details.put("pending", last.pending());
              details.put("unreachable", last.failed());
            });
    List<Finding> findings = datxa.check();
    if (!findings.isEmpty()) {
      details.put("findings", findings.stream().map(Finding::toString).toList());
    }
    return new DeploymentHealth(findings.isEmpty(), details);
  }
}
