package org.datxa.lab;

/** Lets bytes pass, or holds them back. */
final class ProxyGate {

  private boolean shut;

  synchronized void set(boolean shutNow) {
    shut = shutNow;
    notifyAll();
  }

  /** Holds the caller while the gate is shut; a closed connection interrupts its threads. */
  synchronized void pass() throws InterruptedException {
    while (shut) {
      wait();
    }
  }
}
