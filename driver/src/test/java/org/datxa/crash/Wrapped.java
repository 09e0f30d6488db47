package org.datxa.crash;

/** A store or a branch around another one. */
public interface Wrapped {
  /** Gives the object inside. */
  Object inner();
}
