package org.datxa.trouble;

import java.time.Duration;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;

/** What goes wrong when a message comes by. */
enum Trouble {
  /** Every packet of the whole transaction takes longer. */
  SLOW {
    @Override
    int arm(Victim victim, String message) {
      victim.proxy().network().slow(Duration.ofMillis(3), Duration.ofMillis(6));
      return victim.proxy().fault(LabFault.before(message).pass());
    }
  },
  /** All connections end before it has arrived, and new ones are refused. */
  REFUSED {
    @Override
    int arm(Victim victim, String message) {
      return victim.proxy().fault(LabFault.before(message).drop(), victim::refuse);
    }
  },
  /** It is held back until the trouble is over, and so is everything else. */
  PARTITIONED {
    @Override
    int arm(Victim victim, String message) {
      LabProxy proxy = victim.proxy();
      return proxy.fault(LabFault.before(message).pass(), proxy.network()::partition);
    }
  },
  /** It has its effect, but neither its answer nor anything else passes. */
  DEAF {
    @Override
    int arm(Victim victim, String message) {
      LabProxy proxy = victim.proxy();
      return proxy.fault(LabFault.after(message).pass(), proxy.network()::partition);
    }
  },
  /** Half of it arrives before its connection is reset. */
  REQUEST_CUT {
    @Override
    int arm(Victim victim, String message) {
      return victim.proxy().fault(LabFault.before(message).cutThenReset());
    }
  },
  /** Half of its answer arrives before its connection is reset. */
  ANSWER_CUT {
    @Override
    int arm(Victim victim, String message) {
      return victim.proxy().fault(LabFault.after(message).cutThenReset());
    }
  },
  /** The server is killed before it has arrived. */
  KILLED {
    @Override
    int arm(Victim victim, String message) {
      return victim.proxy().fault(LabFault.before(message).pass(), victim::kill);
    }
  };

  /**
   * Arms it.
   *
   * @return the number of the proxy's fault
   */
  abstract int arm(Victim victim, String message);
}
