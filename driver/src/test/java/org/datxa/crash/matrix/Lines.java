package org.datxa.crash.matrix;

/** Lines between the orchestrating process and a worker; whatever else is printed is a log. */
final class Lines {
  static final String MARK = "@@ ";

  private Lines() {}

  static void say(String line) {
    System.out.println(MARK + line.replace('\n', ' '));
  }
}
