package org.datxa.crash.matrix;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.datxa.crash.Standstill;

/** A process that holds the coordinators of many runs, and recovers what others have left. */
public final class MatrixWorker {
  private static final long RECOVERY_MILLIS = 60_000;

  private MatrixWorker() {}

  public static void main(String[] arguments) throws Exception {
    Lines.say("READY");
    Host host = null;
    for (String line = Standstill.awaitLine(); line != null; line = Standstill.awaitLine()) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "manager" -> host = new Host(Path.of(words[1]));
        case "open" -> open(host, words[1], words[2]);
        case "run" -> host.run(Order.parse(line));
        case "go" -> host.goOn();
        default -> recover(host, words[1], Integer.parseInt(words[2]));
      }
    }
  }

  private static void open(Host host, String name, String file) throws Exception {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(file))) {
      properties.load(reader);
    }
    host.open(name, properties);
    Lines.say("OPEN " + name + " now");
  }

  private static void recover(Host host, String number, int doubts) throws InterruptedException {
    List<String> left = host.recover(RECOVERY_MILLIS, doubts);
    Lines.say("RECOVERED " + number + " " + left);
  }
}
