package org.datxa.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.datxa.DatXA;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;
import org.datxa.checker.history.Op;
import org.datxa.checker.history.Txn;

/** One transaction that appends to lists and reads them. */
final class ListWork {
  static final List<String> STORES = List.of("one", "two", "graph");
  static final List<String> KEYS = List.of("x", "y", "z");
  static final String PREFIX = "L";
  private static final int MOST = 5;

  private final DatXA datxa;
  private final Ending ending;
  private final HistoryLog log;
  private final String name;
  private final List<Op> plan = new ArrayList<>();
  private final List<Op> done = new ArrayList<>();

  ListWork(DatXA datxa, Ending ending, HistoryLog log, AtomicLong numbers, Random random) {
    this.datxa = datxa;
    this.ending = ending;
    this.log = log;
    this.name = PREFIX + numbers.incrementAndGet();
    for (int i = 1 + random.nextInt(MOST); i > 0; i--) {
      String store = STORES.get(random.nextInt(8) / 3);
      String key = KEYS.get(random.nextInt(KEYS.size()));
      plan.add(
          random.nextBoolean()
              ? new Op.Read(store, key, List.of())
              : new Op.Append(store, key, numbers.incrementAndGet()));
    }
  }

  void run() {
    List<Op> appends = plan.stream().filter(Op.Append.class::isInstance).toList();
    String[] datTxn = {""};
    log.write(new Txn(name, Txn.End.UNKNOWN, appends));
    Answer answer =
        ending.of(
            txn -> {
              datTxn[0] = txn;
              log.write(attempt(txn, Answer.NONE));
              steps(new Bank(datxa));
            });
    log.write(attempt(datTxn[0], answer));
    switch (answer) {
      case COMMITTED, PENDING -> log.write(new Txn(name, Txn.End.COMMITTED, done));
      case ABORTED -> log.write(new Txn(name, Txn.End.ABORTED, appends));
      default -> {} // it stays unknown
    }
  }

  /** It writes, but no lines of a ledger. */
  private Attempt attempt(String datTxn, Answer answer) {
    Map<String, Map<Object, Map<String, Object>>> rows = new LinkedHashMap<>();
    plan.stream().filter(Op.Append.class::isInstance).forEach(it -> rows.put(it.store(), Map.of()));
    return new Attempt(name, datTxn, answer, rows);
  }

  private void steps(Bank bank) throws Exception {
    for (Op op : plan) {
      if (op instanceof Op.Append append) {
        bank.append(op.store(), op.key(), append.element());
        done.add(op);
      } else {
        done.add(new Op.Read(op.store(), op.key(), bank.read(op.store(), op.key())));
      }
    }
  }
}
