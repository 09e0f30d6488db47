package org.datxa.history;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.datxa.DatXA;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;
import org.datxa.checker.history.Transfer;

/** One transfer between accounts, with a line in the ledger of each store that it touches. */
final class TransferWork {
  static final List<String> ACCOUNTS = List.of("p", "q");
  private static final int MOST = 9;

  private final DatXA datxa;
  private final Ending ending;
  private final HistoryLog log;
  private final long id;
  private final String from;
  private final String to;
  private final long amount;
  private final Set<String> ledgers = new TreeSet<>();

  TransferWork(DatXA datxa, Ending ending, HistoryLog log, long id, Random random) {
    this.datxa = datxa;
    this.ending = ending;
    this.log = log;
    this.id = id;
    this.from = account(random);
    this.to = account(random);
    this.amount = 1L + random.nextInt(MOST);
    ledgers.add(store(from));
    ledgers.add(store(to));
    if (random.nextBoolean()) {
      ledgers.add("ch");
    }
    if (random.nextInt(4) == 0) {
      ledgers.add("lake");
    }
  }

  private static String account(Random random) {
    return ListWork.STORES.get(random.nextInt(ListWork.STORES.size()))
        + "."
        + ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
  }

  private static String store(String account) {
    return account.substring(0, account.indexOf('.'));
  }

  private static String name(String account) {
    return account.substring(account.indexOf('.') + 1);
  }

  void run() {
    String[] datTxn = {""};
    log.write(attempt("", Answer.NONE));
    Answer answer =
        ending.of(
            txn -> {
              datTxn[0] = txn;
              log.write(attempt(txn, Answer.NONE));
              move(new Bank(datxa));
            });
    log.write(attempt(datTxn[0], answer));
  }

  private void move(Bank bank) throws Exception {
    for (String store : ledgers) {
      bank.line(store, id, Long.toString(amount));
    }
    boolean fromFirst = from.compareTo(to) < 0;
    bank.add(
        store(fromFirst ? from : to), name(fromFirst ? from : to), fromFirst ? -amount : amount);
    bank.add(
        store(fromFirst ? to : from), name(fromFirst ? to : from), fromFirst ? amount : -amount);
  }

  private Attempt attempt(String datTxn, Answer answer) {
    Map<String, Map<Object, Map<String, Object>>> rows = new LinkedHashMap<>();
    for (String store : ledgers) {
      rows.put(store, Map.of(id, Map.of("id", id, "note", Long.toString(amount))));
    }
    String key = id + " " + from + " " + to + " " + amount;
    return new Attempt(key, datTxn, answer, rows);
  }

  /** The transfer that an attempt was. */
  static Transfer transfer(Attempt attempt) {
    String[] words = attempt.key().split(" ", -1);
    return new Transfer(words[0], words[1], words[2], Long.parseLong(words[3]), attempt.answer());
  }

  static Map<String, Set<String>> ledgers(List<Attempt> attempts) {
    return attempts.stream()
        .collect(Collectors.toMap(it -> it.key().split(" ", -1)[0], it -> it.rows().keySet()));
  }
}
