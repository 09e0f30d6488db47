package org.datxa.cdi.internal;

import jakarta.enterprise.inject.spi.BeanManager;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Properties;
import org.datxa.DatXA;
import org.datxa.DatXaObjectFactory;

/** DatXA in this container, and what was registered for it. */
final class Deployment {
  private final DatXA datxa;
  private final Deque<Runnable> endings = new ArrayDeque<>();

  private Deployment(DatXA datxa) {
    this.datxa = datxa;
  }

  /** The application's own, which it closes itself. */
  static Deployment ofTheApplication(BeanManager manager) {
    return new Deployment(manager.createInstance().select(DatXA.class).get());
  }

  static Deployment start(BeanManager manager, ClassLoader loader, Optional<Properties> found) {
    ManagerRecovery recovery = ManagerRecovery.present(loader);
    BuilderSource source = new BuilderSource(manager, manager.createInstance(), found);
    Deployment started = new Deployment(source.builder(recovery).start());
    started.register(recovery);
    return started;
  }

  private void register(ManagerRecovery recovery) {
    endings.push(datxa::close);
    try {
      endings.push(recovery.register(datxa));
      DatXaObjectFactory.offer(datxa);
      endings.push(() -> DatXaObjectFactory.withdraw(datxa));
    } catch (RuntimeException e) {
      closeAfter(e);
      throw e;
    }
  }

  DatXA datxa() {
    return datxa;
  }

  /** Closes it after a failure, to which what fails now is added. */
  void closeAfter(RuntimeException failure) {
    try {
      close();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * What was registered last ends first: the deployment outlives who asks it. Twice is harmless.
   */
  void close() {
    RuntimeException failure = null;
    while (!endings.isEmpty()) {
      try {
        endings.pop().run();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
