package org.datxa.spi.error;

import java.util.List;
import java.util.stream.Collectors;
import org.datxa.spi.Finding;

/** Start-up found something wrong. The message lists all of it; nothing was started. */
public final class ConfigurationRefused extends DatXaException {
  private static final long serialVersionUID = 1L;
  private final transient List<Finding> findings;

  /**
   * A refused configuration.
   *
   * @param findings all that was found, at least one
   */
  public ConfigurationRefused(List<Finding> findings) {
    super(describe(findings), new Where(null, null, "mend all of it, then start again."), null);
    this.findings = List.copyOf(findings);
  }

  private static String describe(List<Finding> findings) {
    return findings.stream()
        .map(finding -> "\n  - " + finding)
        .collect(Collectors.joining("", findings.size() + " finding(s) at start-up:", "\n"));
  }

  /**
   * All that was found.
   *
   * @return the findings
   */
  public List<Finding> findings() {
    return findings == null ? List.of() : findings;
  }
}
