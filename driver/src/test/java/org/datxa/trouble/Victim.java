package org.datxa.trouble;

import java.util.concurrent.atomic.AtomicBoolean;
import org.datxa.lab.LabProxy;

/** A server that gets into trouble, and the proxy in front of it. */
final class Victim implements AutoCloseable {
  private final LabProxy proxy;
  private final Runnable kill;
  private final Runnable restart;
  private final AtomicBoolean killed = new AtomicBoolean();

  Victim(LabProxy proxy, Runnable kill, Runnable restart) {
    this.proxy = proxy;
    this.kill = kill;
    this.restart = restart;
  }

  LabProxy proxy() {
    return proxy;
  }

  void refuse() {
    proxy.refuse();
    proxy.dropAll();
  }

  void kill() {
    killed.set(true);
    kill.run();
  }

  /** The trouble is over. */
  void recover() {
    restartIfKilled();
    proxy.heal();
  }

  private void restartIfKilled() {
    if (killed.getAndSet(false)) {
      restart.run();
    }
  }

  @Override
  public void close() {
    restartIfKilled();
    proxy.close();
  }
}
