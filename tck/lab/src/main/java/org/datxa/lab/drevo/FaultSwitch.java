package org.datxa.lab.drevo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabFault.When;
import org.datxa.lab.drevo.bolt.ConnectionDropped;
import org.datxa.lab.drevo.graph.Codes;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.datxa.lab.drevo.graph.FaultPoint;

/** The faults armed in a server. The first one that matches happens. */
final class FaultSwitch implements FaultPoint {

  private static final class Armed {
    private final LabFault fault;
    private final Pattern pattern;
    private int seen;
    private int hits;

    private Armed(LabFault fault) {
      this.fault = fault;
      this.pattern = Pattern.compile(fault.match(), Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    }

    private boolean takes(String text, When when) {
      if (fault.when() != when || !pattern.matcher(text).find()) {
        return false;
      }
      seen++;
      if (seen <= fault.skip() || hits == fault.times()) {
        return false;
      }
      hits++;
      return true;
    }
  }

  private final Runnable killer;
  private final List<Armed> all = new ArrayList<>();
  private final List<Armed> active = new ArrayList<>();
  private long cleared;

  /** A switch whose fault "kill" runs the killer. */
  FaultSwitch(Runnable killer) {
    this.killer = killer;
  }

  synchronized int arm(LabFault fault) {
    if (fault.action() == LabFault.Action.CUT || fault.action().isOfProxies()) {
      throw new IllegalArgumentException("The drevo server cannot do this: " + fault.action());
    }
    Armed armed = new Armed(fault);
    all.add(armed);
    active.add(armed);
    return all.size();
  }

  synchronized int hits(int number) {
    return all.get(number - 1).hits;
  }

  /** Disarms all faults; who hangs loses its connection. */
  synchronized void clear() {
    active.clear();
    cleared++;
    notifyAll();
  }

  @Override
  public void before(String text) {
    take(text, When.BEFORE).ifPresent(this::happen);
  }

  @Override
  public void after(String text) {
    take(text, When.AFTER).ifPresent(this::happen);
  }

  private synchronized Optional<LabFault> take(String text, When when) {
    return active.stream()
        .filter(armed -> armed.takes(text, when))
        .findFirst()
        .map(armed -> armed.fault);
  }

  private void happen(LabFault fault) {
    switch (fault.action()) {
      case DELAY -> pause(fault.delay().toMillis());
      case HANG -> {
        pause(Long.MAX_VALUE);
        throw new ConnectionDropped();
      }
      case ERROR -> throw new DrevoFailure(code(fault), "a fault of the lab at " + fault.match());
      case KILL -> {
        killer.run();
        throw new ConnectionDropped();
      }
      default -> throw new ConnectionDropped();
    }
  }

  private static String code(LabFault fault) {
    return fault.name().isEmpty() ? Codes.UNKNOWN_ERROR : fault.name();
  }

  // until the time is over or the faults are cleared
  private synchronized void pause(long millis) {
    long start = System.nanoTime();
    long before = cleared;
    try {
      for (long left = millis; left > 0 && cleared == before; ) {
        wait(left);
        left = millis - (System.nanoTime() - start) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ConnectionDropped dropped = new ConnectionDropped();
      dropped.addSuppressed(e);
      throw dropped;
    }
  }
}
