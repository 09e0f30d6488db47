package org.datxa.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.datxa.checker.Attempt;
import org.datxa.checker.AttemptFile;
import org.datxa.checker.history.Op;
import org.datxa.checker.history.Txn;

/**
 * What a process did, line by line, so that it can be read after the process was killed. What is
 * begun is written before it can have an effect; a later line of the same name tells more.
 */
final class HistoryLog implements AutoCloseable {
  private static final String LISTS = "L ";
  private static final String ATTEMPT = "A ";

  private final BufferedWriter writer;

  HistoryLog(Path file) throws IOException {
    this.writer = Files.newBufferedWriter(file);
  }

  void write(Txn txn) {
    write(
        LISTS
            + txn.name()
            + " "
            + txn.end()
            + txn.ops().stream().map(it -> " " + text(it)).collect(Collectors.joining()));
  }

  void write(Attempt attempt) {
    write(ATTEMPT + AttemptFile.line(attempt));
  }

  private synchronized void write(String line) {
    try {
      writer.write(line + "\n");
      writer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Op op) {
    String name = op.store() + ":" + op.key() + ":";
    if (op instanceof Op.Append append) {
      return "a:" + name + append.element();
    }
    return "r:" + name + Words.join(((Op.Read) op).elements());
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** All that some processes did. */
  record Story(List<Txn> lists, List<Attempt> attempts) {
    static Story of(List<Path> files) throws IOException {
      Map<String, Txn> lists = new LinkedHashMap<>();
      Map<String, Attempt> attempts = new LinkedHashMap<>();
      for (Path file : files) {
        for (String line : Files.readAllLines(file)) {
          if (line.startsWith(LISTS)) {
            Txn txn = txn(line.substring(LISTS.length()).split(" ", -1));
            lists.put(txn.name(), txn);
          } else {
            Attempt attempt = AttemptFile.parse(line.substring(ATTEMPT.length()));
            attempts.put(attempt.key(), attempt);
          }
        }
      }
      return new Story(List.copyOf(lists.values()), List.copyOf(attempts.values()));
    }

    /** Those that moved money. */
    List<Attempt> transfers() {
      return attempts.stream().filter(it -> !it.key().startsWith(ListWork.PREFIX)).toList();
    }

    private static Txn txn(String[] words) {
      return new Txn(
          words[0],
          Txn.End.valueOf(words[1]),
          Arrays.stream(words).skip(2).map(Story::op).toList());
    }

    private static Op op(String text) {
      String[] parts = text.split(":", -1);
      return parts[0].equals("a")
          ? new Op.Append(parts[1], parts[2], Long.parseLong(parts[3]))
          : new Op.Read(parts[1], parts[2], Words.split(parts[3]));
    }
  }

  /** A list as one word. */
  static final class Words {
    private Words() {}

    static String join(List<Long> elements) {
      return elements.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    static List<Long> split(String text) {
      List<Long> elements = new ArrayList<>();
      for (String element : text.split(",", -1)) {
        if (!element.isEmpty()) {
          elements.add(Long.valueOf(element));
        }
      }
      return elements;
    }
  }
}
