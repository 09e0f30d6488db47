package org.datxa.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The faults armed in a proxy. */
final class ProxyFaults {

  private static final class Armed {
    private final LabFault fault;
    private final Runnable also;
    private final Pattern pattern;
    private int seen;
    private int hits;

    private Armed(LabFault fault, Runnable also) {
      this.fault = fault;
      this.also = also;
      this.pattern = Pattern.compile(fault.match(), Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    }

    private boolean takes() {
      seen++;
      if (seen <= fault.skip() || hits == fault.times()) {
        return false;
      }
      hits++;
      return true;
    }
  }

  private final List<Armed> all = new ArrayList<>();
  private final List<Armed> active = new ArrayList<>();

  /** A fault that happens now, and what is to be done then. */
  record Taken(LabFault fault, Runnable also) {}

  synchronized int arm(LabFault fault, Runnable also) {
    if (fault.action() == LabFault.Action.ERROR || fault.action() == LabFault.Action.KILL) {
      throw new IllegalArgumentException("A proxy cannot do this: " + fault.action());
    }
    Armed armed = new Armed(fault, also);
    all.add(armed);
    active.add(armed);
    return all.size();
  }

  synchronized int hits(int number) {
    return all.get(number - 1).hits;
  }

  synchronized void clear() {
    active.clear();
  }

  /** The fault for the newest bytes of a client, which the window has been given already. */
  synchronized Optional<Taken> take(ClientWindow window) {
    Optional<Taken> taken = Optional.empty();
    int end = 0;
    for (Armed armed : active) {
      Matcher matcher = armed.pattern.matcher(window.text());
      while (matcher.find()) {
        end = Math.max(end, matcher.end());
        if (window.isNew(matcher.end()) && taken.isEmpty() && armed.takes()) {
          taken = Optional.of(new Taken(armed.fault, armed.also));
        }
      }
    }
    window.forget(end);
    return taken;
  }
}
