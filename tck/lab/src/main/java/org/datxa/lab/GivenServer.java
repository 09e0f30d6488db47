package org.datxa.lab;

/** A server of the user's: the lab neither stops it nor switches its faults. */
abstract class GivenServer {

  public final boolean isOurs() {
    return false;
  }

  public final void kill() {
    throw notOurs();
  }

  public final void pause() {
    throw notOurs();
  }

  public final void resume() {
    throw notOurs();
  }

  static LabException notOurs() {
    return new LabException("The lab does not signal a server that it has not started");
  }

  public final void close() {
    // the server is not ours
  }
}
