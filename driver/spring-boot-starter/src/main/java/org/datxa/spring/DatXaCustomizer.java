package org.datxa.spring;

import org.datxa.DatXaBuilder;

/** A bean that changes the configuration before DatXA starts. All of them are called, in order. */
@FunctionalInterface
public interface DatXaCustomizer {
  /**
   * Changes the configuration.
   *
   * @param builder has the properties and the transaction manager already
   */
  void customize(DatXaBuilder builder);
}
