package org.datxa.checker.internal;

/** Reads all that a check needs of one store. */
public interface StoreReader {
  /**
   * The name of the store in the deployment.
   *
   * @return the name
   */
  String name();

  /**
   * Whether it can prepare.
   *
   * @return true for PostgreSQL and drevo
   */
  boolean twoPhase();

  /**
   * Reads the store as it is.
   *
   * @return what was seen
   * @throws Exception if it cannot be read
   */
  StoreSeen read() throws Exception;
}
