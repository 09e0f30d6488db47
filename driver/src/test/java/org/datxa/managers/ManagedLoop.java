package org.datxa.managers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.datxa.crash.Standstill;
import org.datxa.stores.TestDeployment;

/**
 * A process in which several threads commit rows to all stores without end, while the manager's
 * recovery runs pass after pass, and DatXA's own too.
 */
public final class ManagedLoop {
  static final String COMMITTED = "COMMITTED";
  private static final int THREADS = 3;

  private ManagedLoop() {}

  public static void main(String[] arguments) throws Exception {
    try (Scene scene = new Scene(arguments[0])) {
      AtomicLong ids = new AtomicLong(Long.parseLong(scene.own("first_id")));
      System.out.println(Standstill.READY);
      Standstill.awaitLine();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        threads.add(new Thread(() -> commitForEver(scene, ids)));
      }
      threads.add(new Thread(() -> scanForEver(scene)));
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private static void scanForEver(Scene scene) {
    while (true) {
      scene.managed().scan();
    }
  }

  private static void commitForEver(Scene scene, AtomicLong ids) {
    while (true) {
      long id = ids.incrementAndGet();
      try {
        commit(scene, id);
        System.out.println(COMMITTED + " " + id);
      } catch (Exception e) {
        System.out.println("FAILED " + id + " " + e);
      }
    }
  }

  private static void commit(Scene scene, long id) throws Exception {
    scene.managed().manager().begin();
    try {
      TestDeployment.insert(scene.datxa(), "pg", id);
      scene.insertInOther(id);
      TestDeployment.fact(scene.datxa(), "ch", id);
    } catch (Exception e) {
      scene.managed().manager().rollback();
      throw e;
    }
    scene.managed().manager().commit();
  }
}
