package org.datxa.managers;

import org.datxa.crash.Standstill;

/** A process in which the manager's recovery runs one pass for each line that it is sent. */
public final class ManagedRecovery {
  static final String SCANNED = "SCANNED";

  private ManagedRecovery() {}

  public static void main(String[] arguments) throws Exception {
    try (Scene scene = new Scene(arguments[0])) {
      System.out.println(Standstill.READY);
      int number = 0;
      while (Standstill.awaitLine() != null) {
        number++;
        scene.managed().scan();
        System.out.println(
            SCANNED
                + " "
                + number
                + " listed="
                + scene.listed()
                + " records="
                + scene.managed().records());
      }
    }
  }
}
