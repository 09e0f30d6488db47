package org.datxa.bridge.drevo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.datxa.spi.ErrorKind;

/** A row of the table of errors in the README of this module. */
public record ErrorRow(List<String> codes, ErrorKind kind, String what, boolean raised) {
  private static final String HEAD = "| code |";

  public static List<ErrorRow> table() {
    try (Stream<String> lines = Files.lines(Path.of("README.md"))) {
      return lines
          .dropWhile(line -> !line.startsWith(HEAD))
          .skip(2)
          .takeWhile(line -> line.startsWith("|"))
          .map(ErrorRow::row)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ErrorRow row(String line) {
    String[] cells = line.split("\\|", -1);
    String[] codes = cells[1].replace("`", "").strip().split(", ", -1);
    return new ErrorRow(
        List.of(codes),
        ErrorKind.valueOf(cells[2].strip()),
        cells[3].strip(),
        cells[4].strip().equals("yes"));
  }

  @Override
  public String toString() {
    return codes + " " + what;
  }
}
