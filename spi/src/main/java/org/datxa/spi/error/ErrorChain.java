package org.datxa.spi.error;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Everything that an exception brings with it, each exception once. Whoever tells the kind of an
 * error looks at {@link #main()} first and at {@link #suppressed()} only when that says nothing: a
 * failed clean-up is no reason. A full device counts wherever it is (rule E3 of SPEC.md).
 *
 * @param main the exception, its causes and, of SQL exceptions, the next ones, in this order
 * @param suppressed what was suppressed in any of them, with causes and next ones
 */
public record ErrorChain(List<Throwable> main, List<Throwable> suppressed) {
  /**
   * Copies the lists.
   *
   * @param main the exception, its causes and, of SQL exceptions, the next ones, in this order
   * @param suppressed what was suppressed in any of them, with causes and next ones
   */
  public ErrorChain {
    main = List.copyOf(main);
    suppressed = List.copyOf(suppressed);
  }

  /**
   * Follows an exception.
   *
   * @param error the exception, or null
   * @return what hangs together with it; nothing for null
   */
  public static ErrorChain of(Throwable error) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> main = new ArrayList<>();
    follow(error, main, seen);
    List<Throwable> suppressed = new ArrayList<>();
    main.forEach(it -> followSuppressed(it, suppressed, seen));
    return new ErrorChain(main, suppressed);
  }

  private static void follow(Throwable error, List<Throwable> into, Set<Throwable> seen) {
    Deque<Throwable> next = new ArrayDeque<>();
    for (Throwable start = error; start != null; start = next.poll()) {
      for (Throwable at = start; at != null && seen.add(at); at = at.getCause()) {
        into.add(at);
        if (at instanceof SQLException sql && sql.getNextException() != null) {
          next.add(sql.getNextException());
        }
      }
    }
  }

  private static void followSuppressed(Throwable of, List<Throwable> into, Set<Throwable> seen) {
    for (Throwable suppressed : of.getSuppressed()) {
      int from = into.size();
      follow(suppressed, into, seen);
      List.copyOf(into.subList(from, into.size())).forEach(it -> followSuppressed(it, into, seen));
    }
  }

  /**
   * All exceptions, the suppressed ones last.
   *
   * @return a stream over them
   */
  public Stream<Throwable> all() {
    return Stream.concat(main.stream(), suppressed.stream());
  }

  /**
   * Whether a file or a socket of this process met a full device or an exhausted quota.
   *
   * @return true if an {@link IOException} says so
   */
  public boolean isDeviceFull() {
    return all().anyMatch(it -> it instanceof IOException && saysFull(it.getMessage()));
  }

  /**
   * Whether a text is that of an operating system whose device or quota is used up. What quotes
   * data of the application may say so too; it is for the caller to know.
   *
   * @param text any text, or null
   * @return true if it contains such words
   */
  public static boolean saysFull(String text) {
    String words = text == null ? "" : text.toLowerCase(Locale.ROOT);
    return words.contains("no space left on device")
        || words.contains("disk quota exceeded")
        || words.contains("enospc")
        || words.contains("edquot");
  }
}
