package org.datxa.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The lines a process has written, kept while it runs. */
final class OutputLines {

  private static final int LIMIT = 100_000;

  private final List<String> lines = new ArrayList<>();
  private boolean ended;

  /** Reads the stream to its end in a thread of its own, so that the process never waits for us. */
  static OutputLines of(InputStream stream, String name) {
    OutputLines lines = new OutputLines();
    Thread reader = new Thread(() -> lines.readAll(stream), "datxa-lab-output-" + name);
    reader.setDaemon(true);
    reader.start();
    return lines;
  }

  private void readAll(InputStream stream) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add("(output ended: " + e.getMessage() + ")");
    } finally {
      end();
    }
  }

  private synchronized void add(String line) {
    if (lines.size() < LIMIT) {
      lines.add(line);
    }
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  synchronized List<String> all() {
    return List.copyOf(lines);
  }

  /** The first line that contains the pattern, when it comes in time. */
  synchronized Optional<String> await(Pattern pattern, Deadline deadline)
      throws InterruptedException {
    int next = 0;
    while (true) {
      for (; next < lines.size(); next++) {
        if (pattern.matcher(lines.get(next)).find()) {
          return Optional.of(lines.get(next));
        }
      }
      long left = deadline.leftMillis();
      if (ended || left == 0) {
        return Optional.empty();
      }
      wait(left);
    }
  }

  synchronized String tail(int count) {
    return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
  }
}
