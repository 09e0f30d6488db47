package org.datxa.spring;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.datxa.spi.Finding;
import org.datxa.spi.error.ConfigurationRefused;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells what start-up found, one line for each finding, instead of a stack trace. */
final class ConfigurationRefusedAnalyzer extends AbstractFailureAnalyzer<ConfigurationRefused> {
  @Override
  protected FailureAnalysis analyze(Throwable failure, ConfigurationRefused refused) {
    List<Finding> findings = refused.findings();
    return new FailureAnalysis(
        "DatXA was not started, for "
            + findings.size()
            + " reason(s):\n\n"
            + lines(findings, it -> it.where() + ": " + it.problem()),
        "Mend all of it, then start again:\n\n"
            + lines(findings, it -> it.where() + ": " + it.nextStep()),
        failure);
  }

  private static String lines(List<Finding> findings, Function<Finding, String> line) {
    return findings.stream().map(it -> "  - " + line.apply(it)).collect(Collectors.joining("\n"));
  }
}
