package org.datxa.demo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.datxa.lab.Lab;

/**
 * Starts PostgreSQL, drevo, ClickHouse and Iceberg, has TPC-H orders loaded by a process that is
 * killed again and again, recovers, and compares. Ends with 0 only when all agree.
 */
public final class Demo {
  private static final int DISAGREEMENT = 1;

  private Demo() {}

  /**
   * Runs. The property {@code datxa.seed} repeats a run; {@code datxa.demo.scale} and {@code
   * datxa.demo.batch} are the scale of TPC-H and the orders of one transaction, {@code
   * datxa.demo.manager} and {@code datxa.demo.shape} what the arguments of these names are.
   *
   * @param arguments {@code --manager narayana} or {@code atomikos}, {@code --shape composite} or
   *     {@code split}
   * @throws Exception when a system cannot be started or asked
   */
  public static void main(String[] arguments) throws Exception {
    Variant variant = Variant.of(arguments);
    long seed = seed();
    System.out.println("demo: seed " + seed + " (again with -Ddatxa.seed=" + seed + ")");
    System.out.println("demo: " + variant);
    System.out.println(
        "demo: starting PostgreSQL, drevo's stand-in, ClickHouse and an Iceberg catalog");
    int status;
    try (Places places = Places.in(Lab.create(), variant)) {
      status = run(places, seed);
    }
    System.exit(status);
  }

  private static int run(Places places, long seed) throws Exception {
    double scale = Double.parseDouble(Variant.setting("scale", "0.01"));
    int size = Integer.parseInt(Variant.setting("batch", "150"));
    long began = System.nanoTime();
    Tpch tpch = Tpch.generate(scale);
    Inventory inventory = new Inventory(places);
    Loading.Size sizes = new Loading.Size(scale, size, tpch.batches(size).size());
    Loading loading = new Loading(places, inventory, sizes, tpch.orders().size());
    Random random = new Random(seed);
    List<Blow> blows = new ArrayList<>(List.of(Blow.values()));
    Collections.shuffle(blows, random);
    for (Blow blow : blows) {
      loading.until(blow, random);
    }
    loading.toTheEnd();
    return report(tpch, inventory, loading, (System.nanoTime() - began) / 1_000_000);
  }

  private static int report(Tpch tpch, Inventory inventory, Loading loading, long millis)
      throws Exception {
    Verification verification = new Verification(tpch, inventory);
    List<String> mismatches = new ArrayList<>(verification.run());
    mismatches.addAll(loading.missed());
    verification.table().forEach(System.out::println);
    loading.table().forEach(System.out::println);
    System.out.printf("took %.1f s%n", millis / 1000.0);
    Verification.shown(mismatches).forEach(it -> System.out.println("MISMATCH " + it));
    System.out.printf(
        "demo: orders=%d committed=%d recovered=%d rolled-back=%d mismatches=%d%n",
        tpch.orders().size(),
        inventory.loadedOrders(),
        loading.recovered(),
        loading.rolledBack(),
        mismatches.size());
    return mismatches.isEmpty() ? 0 : DISAGREEMENT;
  }

  private static long seed() {
    String given = System.getProperty("datxa.seed", "");
    return given.isBlank() ? new Random().nextInt(1 << 30) : Long.parseLong(given);
  }
}
