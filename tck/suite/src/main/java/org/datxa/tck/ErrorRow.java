package org.datxa.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.datxa.spi.ErrorKind;

/**
 * A row of the table of errors in the README of a bridge: rule E1 of SPEC.md. The table's columns
 * are the codes, the kind, what happens, whether the tests raise it, and why it has its kind. The
 * bridge's tests compare the rows with what the bridge makes of the errors, so that the table that
 * people read is the one that holds.
 *
 * @param <C> how the store writes a code: a text, a number, or the name of an exception
 * @param codes the codes of the row, which the table separates by a comma and a space
 * @param kind the kind that the table gives them
 * @param what what happens, by which tests know the row
 * @param raised whether the table says that the tests raise the error in a real store
 */
public record ErrorRow<C>(List<C> codes, ErrorKind kind, String what, boolean raised) {
  /**
   * Reads the table of the module whose tests run: the first table in the {@code README.md} of the
   * working folder that has the given head.
   *
   * @param <C> how the store writes a code
   * @param head the head of the table's first column, such as {@code code}
   * @param code reads a code, which comes without the backquotes that the table may put it in
   * @return the rows in their order; none when there is no such table
   * @throws UncheckedIOException when the file cannot be read
   * @throws IllegalArgumentException when a kind is none, or as {@code code} throws it
   */
  public static <C> List<ErrorRow<C>> table(String head, Function<String, C> code) {
    try (Stream<String> lines = Files.lines(Path.of("README.md"))) {
      return lines
          .dropWhile(line -> !line.startsWith("| " + head + " |"))
          .skip(2)
          .takeWhile(line -> line.startsWith("|"))
          .map(line -> row(line, code))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <C> ErrorRow<C> row(String line, Function<String, C> code) {
    String[] cells = line.split("\\|", -1);
    return new ErrorRow<>(
        Stream.of(cells[1].replace("`", "").strip().split(", ", -1)).map(code).toList(),
        ErrorKind.valueOf(cells[2].strip()),
        cells[3].strip(),
        cells[4].strip().equals("yes"));
  }

  /** The codes and what happens: the name of the row among tests. */
  @Override
  public String toString() {
    return codes + " " + what;
  }
}
