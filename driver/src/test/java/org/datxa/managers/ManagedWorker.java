package org.datxa.managers;

import org.datxa.crash.Standstill;
import org.datxa.stores.TestDeployment;

/** A process that writes row 1 to all stores in one transaction, and may be killed doing it. */
public final class ManagedWorker {
  private ManagedWorker() {}

  public static void main(String[] arguments) throws Exception {
    try (Scene scene = new Scene(arguments[0])) {
      System.out.println(Standstill.READY);
      Standstill.awaitLine();
      scene.managed().manager().begin();
      boolean oursFirst = scene.own("first").equals("ours");
      if (oursFirst) {
        writeOurs(scene);
      }
      scene.insertInOther(1);
      if (!oursFirst) {
        writeOurs(scene);
      }
      scene.managed().manager().commit();
      System.out.println("COMMITTED");
    }
  }

  private static void writeOurs(Scene scene) throws Exception {
    TestDeployment.insert(scene.datxa(), "pg", 1);
    TestDeployment.fact(scene.datxa(), "ch", 1);
  }
}
