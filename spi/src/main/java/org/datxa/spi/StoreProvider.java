package org.datxa.spi;

import java.util.Set;

/**
 * Makes stores of one kind. Providers are found with {@link java.util.ServiceLoader}; the registry
 * is closed: two providers of one kind, or a configured kind without a provider, are findings at
 * start-up, and a journal record that names an unknown store is left alone and reported (rule S1 of
 * SPEC.md).
 *
 * <p><b>Concurrency.</b> Called from one thread at start-up.
 */
public interface StoreProvider {
  /**
   * The kind that this provider makes.
   *
   * @return a lower-case word such as {@code postgresql}
   */
  String kind();

  /**
   * What the application works with in a store of this kind, so that a framework can offer it by
   * its type before any store is open.
   *
   * @return the types that {@link Store#facade} of every store of this kind answers; empty when
   *     they cannot be told beforehand
   */
  default Set<Class<?>> facades() {
    return Set.of();
  }

  /**
   * Makes a store from its configuration. Nothing is connected yet: a store whose server is down is
   * made all the same, and {@link Store#check()} finds it.
   *
   * @param config the configuration
   * @param participation how the store's facades join the current transaction
   * @return the store
   * @throws IllegalArgumentException if the configuration alone already shows a fault; the message
   *     says which property and what is legal, without secrets
   */
  Store open(StoreConfig config, Participation participation);
}
