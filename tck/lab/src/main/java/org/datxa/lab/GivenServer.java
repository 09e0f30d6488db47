package org.datxa.lab;

/** A server of the user's: the lab neither stops it nor switches its faults. */
abstract class GivenServer {

  public boolean isOurs() {
    return false;
  }

  public void kill() {
    throw notOurs();
  }

  public void pause() {
    throw notOurs();
  }

  public void resume() {
    throw notOurs();
  }

  static LabException notOurs() {
    return new LabException("The lab does not signal a server that it has not started");
  }

  public void close() {
    // the server is not ours
  }
}
