package org.datxa.demo;

import java.io.PrintStream;

/** Shows how far it is: a bar that moves on a terminal, a line for each twentieth in a log. */
final class ProgressBar {
  private static final int WIDTH = 40;
  private static final int STEPS = 20;

  private final PrintStream out;
  private final boolean terminal;
  private final long whole;
  private long shown = -1;

  ProgressBar(PrintStream out, boolean terminal, long whole) {
    this.out = out;
    this.terminal = terminal;
    this.whole = whole;
  }

  static ProgressBar onConsole(long whole) {
    String kind = System.getenv("TERM");
    boolean terminal = System.console() != null && kind != null && !kind.equals("dumb");
    return new ProgressBar(System.out, terminal, whole);
  }

  void show(long done) {
    long step = terminal ? done : done * STEPS / whole;
    if (step != shown) {
      shown = step;
      out.print((terminal ? "\r" : "") + bar(done) + (terminal ? "" : System.lineSeparator()));
      out.flush();
    }
  }

  private String bar(long done) {
    int full = (int) (WIDTH * done / whole);
    String bar = "#".repeat(full) + ".".repeat(WIDTH - full);
    return String.format("[%s] %3d %% %6d of %d orders", bar, 100 * done / whole, done, whole);
  }

  /** Writes a line of its own. */
  void say(String line) {
    if (terminal && shown >= 0) {
      out.println();
      shown = -1;
    }
    out.println(line);
  }
}
