package org.datxa.checker.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.datxa.checker.history.Txn.End;

/** Histories written by hand: {@code "T1 a.x+1 a.y:1,2"} appends 1 and reads 1 and 2. */
final class Histories {
  private final List<Txn> txns = new ArrayList<>();
  private final List<Op.Read> finals = new ArrayList<>();

  static Histories of(String... lines) {
    Histories histories = new Histories();
    for (String line : lines) {
      histories.add(line);
    }
    return histories;
  }

  /** A name that ends with {@code !} was rolled back, with {@code ?} nobody knows. */
  private void add(String line) {
    String[] parts = line.split(" ", -1);
    List<Op> ops = Arrays.stream(parts).skip(1).map(Histories::op).toList();
    if (parts[0].equals("end")) {
      ops.forEach(op -> finals.add((Op.Read) op));
      return;
    }
    End end =
        parts[0].endsWith("!") ? End.ABORTED : parts[0].endsWith("?") ? End.UNKNOWN : End.COMMITTED;
    txns.add(new Txn(parts[0], end, ops));
  }

  private static Op op(String text) {
    String[] parts = text.split("[.+:]", -1);
    if (text.contains("+")) {
      return new Op.Append(parts[0], parts[1], Long.parseLong(parts[2]));
    }
    List<Long> elements =
        parts[2].isEmpty()
            ? List.of()
            : Arrays.stream(parts[2].split(",", -1)).map(Long::valueOf).toList();
    return new Op.Read(parts[0], parts[1], elements);
  }

  List<Txn> txns() {
    return txns;
  }

  List<Op.Read> finals() {
    return finals;
  }
}
