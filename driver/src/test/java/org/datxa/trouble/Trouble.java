package org.datxa.trouble;

import java.time.Duration;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;

/** What goes wrong when a message comes by. */
enum Trouble {
  /** Every packet of the whole transaction takes longer. */
  SLOW {
    @Override
    int arm(Victim victim, Step step) {
      victim.proxy().network().slow(Duration.ofMillis(3), Duration.ofMillis(6));
      return victim.proxy().fault(before(step).pass());
    }
  },
  /** All connections end before it has arrived, and new ones are refused. */
  REFUSED {
    @Override
    int arm(Victim victim, Step step) {
      return victim.proxy().fault(before(step).drop(), victim::refuse);
    }
  },
  /** It is held back until the trouble is over, and so is everything else. */
  PARTITIONED {
    @Override
    int arm(Victim victim, Step step) {
      LabProxy proxy = victim.proxy();
      return proxy.fault(before(step).pass(), proxy.network()::partition);
    }
  },
  /** It has its effect, but neither its answer nor anything else passes. */
  DEAF {
    @Override
    int arm(Victim victim, Step step) {
      LabProxy proxy = victim.proxy();
      return proxy.fault(after(step).pass(), proxy.network()::partition);
    }
  },
  /** Half of it arrives before its connection is reset. */
  REQUEST_CUT {
    @Override
    int arm(Victim victim, Step step) {
      return victim.proxy().fault(before(step).cutThenReset());
    }
  },
  /** Half of its answer arrives before its connection is reset. */
  ANSWER_CUT {
    @Override
    int arm(Victim victim, Step step) {
      return victim.proxy().fault(after(step).cutThenReset());
    }
  },
  /** The server is killed before it has arrived. */
  KILLED {
    @Override
    int arm(Victim victim, Step step) {
      return victim.proxy().fault(before(step).pass(), victim::kill);
    }
  };

  private static LabFault before(Step step) {
    return LabFault.before(step.message()).skip(step.skip());
  }

  private static LabFault after(Step step) {
    return LabFault.after(step.message()).skip(step.skip());
  }

  /**
   * Arms it.
   *
   * @return the number of the proxy's fault
   */
  abstract int arm(Victim victim, Step step);
}
