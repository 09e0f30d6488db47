package org.datxa.demo;

import java.util.function.BooleanSupplier;
import org.datxa.lab.LabFault;
import org.datxa.lab.LabProxy;

/**
 * A moment at which a worker is killed. The moments that matter are held open from outside, by a
 * message that does not get through, so that no code that runs in production knows of them.
 */
enum Blow {
  /** The decision does not reach the journal: PostgreSQL has prepared, nobody has decided. */
  BEFORE_THE_DECISION("prepared and undecided") {
    @Override
    BooleanSupplier prepare(Places places, int transactions) {
      return held(places.toJournal(), "INSERT INTO \"?datxa\"?.\"?dat_journal\"? ", transactions);
    }
  },
  /** The lines do not reach ClickHouse: decided, and not in every store. */
  AFTER_THE_DECISION("decided and unfinished") {
    @Override
    BooleanSupplier prepare(Places places, int transactions) {
      return held(places.toFacts(), "INSERT INTO \\S*lines", transactions);
    }
  },
  /** Whatever it is doing. */
  AT_RANDOM("any moment") {
    @Override
    BooleanSupplier prepare(Places places, int transactions) {
      return () -> true;
    }
  };

  private final String words;

  Blow(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /**
   * Sets it up.
   *
   * @param places where messages can be held
   * @param transactions how many transactions pass first
   * @return tells when the moment has come
   */
  abstract BooleanSupplier prepare(Places places, int transactions);

  private static BooleanSupplier held(LabProxy proxy, String message, int transactions) {
    int number = proxy.fault(LabFault.before(message).hang().skip(transactions));
    return () -> proxy.faultHits(number) > 0;
  }
}
