package org.datxa.lab.drevo.bolt;

/** The connection shall end without an answer. */
public final class ConnectionDropped extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Makes one. */
  public ConnectionDropped() {
    super("The connection is dropped");
  }
}
