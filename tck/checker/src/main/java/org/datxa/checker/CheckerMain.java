package org.datxa.checker;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * The checker as a program: {@code CheckerMain <places> <attempts>}, the first a file of properties
 * ({@link Places#of}), the second one of attempts ({@link AttemptFile}). It ends with 0 when all is
 * as it was promised, with 1 after violations, and with 2 when it could not check.
 */
public final class CheckerMain {
  private static final int WRONG = 1;
  private static final int FAILED = 2;

  private final PrintStream out;

  private CheckerMain(PrintStream out) {
    this.out = out;
  }

  /**
   * Checks and ends the process.
   *
   * @param arguments the two files
   */
  public static void main(String[] arguments) {
    System.exit(run(System.out, arguments));
  }

  /**
   * Checks.
   *
   * @param out gets progress, then the violations and a last line with their number
   * @param arguments the two files
   * @return what the process is to end with
   */
  public static int run(PrintStream out, String... arguments) {
    if (arguments.length != 2) {
      out.println("Usage: CheckerMain <properties of the places> <attempts>");
      return FAILED;
    }
    try {
      return new CheckerMain(out).check(Path.of(arguments[0]), Path.of(arguments[1]));
    } catch (IOException | IllegalArgumentException e) {
      out.println("Cannot check: " + e.getMessage());
      return FAILED;
    }
  }

  private int check(Path places, Path attempts) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(places, StandardCharsets.UTF_8)) {
      properties.load(reader);
    }
    List<Attempt> all = AttemptFile.read(attempts);
    out.println(all.size() + " attempts");
    Report report = Checker.check(places(properties), all, out::println);
    report.violations().forEach(out::println);
    out.println(
        String.format(
            Locale.ROOT,
            "checker: attempts=%d violations=%d",
            all.size(),
            report.violations().size()));
    return exit(report);
  }

  /** {@code check.running} and {@code check.unswept} may be set to true. */
  private static Places places(Properties properties) {
    Places.Builder places = Places.of(properties);
    if (Boolean.parseBoolean(properties.getProperty("check.running"))) {
      places.running();
    }
    if (Boolean.parseBoolean(properties.getProperty("check.unswept"))) {
      places.unswept();
    }
    return places.build();
  }

  private static int exit(Report report) {
    if (report.isClean()) {
      return 0;
    }
    return report.violations().stream().allMatch(it -> it.kind() == Violation.Kind.UNREADABLE)
        ? FAILED
        : WRONG;
  }
}
