package org.datxa.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * The commands of a proxy that is a process: {@code before|after drop|hang|cut|reset <regex>},
 * {@code clear}, {@code refuse}, {@code accept}, {@code blackhole}, {@code restore}, {@code
 * dropAll}, {@code resetAll}, {@code heal}, {@code partition}, {@code partition
 * to_server|to_client}, {@code partitionAfter <bytes>}, {@code holdNew}, {@code slow <millis> <more
 * millis>}, {@code throttle <bytes per second>}.
 */
final class ProxyCommands {

  private static final int FAULT_PARTS = 3;

  private final LabProxy proxy;

  ProxyCommands(LabProxy proxy) {
    this.proxy = proxy;
  }

  void run(InputStream input) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        run(line.trim());
        System.out.println("done " + line.trim());
      }
    }
  }

  private void run(String line) {
    switch (line) {
      case "clear" -> proxy.clearFaults();
      case "refuse" -> proxy.refuse();
      case "accept" -> proxy.accept();
      case "blackhole" -> proxy.blackhole();
      case "restore" -> proxy.restore();
      case "dropAll" -> proxy.dropAll();
      case "resetAll" -> proxy.resetAll();
      case "heal" -> proxy.heal();
      default -> other(line.split(" ", FAULT_PARTS));
    }
  }

  private void other(String[] parts) {
    LabNetwork network = proxy.network();
    switch (parts[0]) {
      case "partition" -> {
        if (parts.length == 1) {
          network.partition();
        } else {
          network.partition(LabNetwork.Way.valueOf(parts[1].toUpperCase(Locale.ROOT)));
        }
      }
      case "partitionAfter" -> network.partitionAfter(Long.parseLong(parts[1]));
      case "holdNew" -> network.holdNewConnections();
      case "slow" -> network.slow(millis(parts[1]), millis(parts[2]));
      case "throttle" -> network.throttle(Long.parseLong(parts[1]));
      default -> arm(parts);
    }
  }

  private static Duration millis(String text) {
    return Duration.ofMillis(Long.parseLong(text));
  }

  private void arm(String[] parts) {
    if (parts.length < FAULT_PARTS) {
      throw new IllegalArgumentException("Unknown command " + String.join(" ", parts));
    }
    LabFault fault =
        parts[0].equals("before") ? LabFault.before(parts[2]) : LabFault.after(parts[2]);
    switch (parts[1].toLowerCase(Locale.ROOT)) {
      case "hang" -> proxy.fault(fault.hang());
      case "cut" -> proxy.fault(fault.cut());
      case "drop" -> proxy.fault(fault);
      case "reset" -> proxy.fault(fault.reset());
      default -> throw new IllegalArgumentException("Unknown action " + parts[1]);
    }
  }
}
