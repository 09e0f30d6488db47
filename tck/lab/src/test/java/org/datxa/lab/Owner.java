package org.datxa.lab;

/** A program that starts servers and tells their processes; the test then kills it. */
final class Owner {

  private Owner() {}

  public static void main(String[] arguments) throws InterruptedException {
    Lab lab = Lab.create();
    System.out.println("postgres " + lab.postgres().jdbcUrl("postgres"));
    System.out.println("clickhouse " + lab.clickHouse().url());
    System.out.println("drevo " + lab.drevo().boltUri());
    ProcessHandle.current().children().forEach(child -> System.out.println("pid " + child.pid()));
    System.out.println("ready");
    Thread.currentThread().join();
  }
}
