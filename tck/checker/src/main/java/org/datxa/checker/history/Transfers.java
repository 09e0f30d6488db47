package org.datxa.checker.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.datxa.checker.Answer;

/**
 * Judges transfers between accounts of several stores: the total is what it was, and each balance
 * is what the ledgers explain.
 *
 * @param before the balance of each account at the beginning
 * @param after the same at the end
 * @param ledgers for each ledger the amount of each transfer that it has a line of
 */
public record Transfers(
    Map<String, Long> before, Map<String, Long> after, Map<String, Map<String, Long>> ledgers) {

  /**
   * Judges.
   *
   * @param transfers all that was tried; each writes a line to each ledger that it names
   * @param ledgersOf the ledgers that a transfer writes to
   * @return what is wrong, one line each
   */
  public List<String> check(
      List<Transfer> transfers, java.util.function.Function<Transfer, Set<String>> ledgersOf) {
    List<String> wrong = new ArrayList<>();
    long then = before.values().stream().mapToLong(Long::longValue).sum();
    long now = after.values().stream().mapToLong(Long::longValue).sum();
    if (then != now) {
      wrong.add("the total was " + then + " and is " + now);
    }
    Map<String, Long> expected = new TreeMap<>(before);
    Map<String, Set<String>> known = new HashMap<>();
    for (Transfer transfer : transfers) {
      Set<String> ledgersOfIt = ledgersOf.apply(transfer);
      ledgersOfIt.forEach(
          it -> known.computeIfAbsent(it, name -> new TreeSet<>()).add(transfer.id()));
      if (happened(transfer, ledgersOfIt, wrong)) {
        expected.merge(transfer.from(), -transfer.amount(), Long::sum);
        expected.merge(transfer.to(), transfer.amount(), Long::sum);
      }
    }
    balances(expected, wrong);
    strangers(known, wrong);
    return wrong;
  }

  private boolean happened(Transfer transfer, Set<String> of, List<String> wrong) {
    Set<String> in = new TreeSet<>();
    for (String name : of) {
      Long amount = ledgers.getOrDefault(name, Map.of()).get(transfer.id());
      if (amount != null) {
        in.add(name);
        if (amount != transfer.amount()) {
          wrong.add(transfer + " has the amount " + amount + " in the ledger " + name);
        }
      }
    }
    boolean committed =
        transfer.answer() == Answer.COMMITTED || transfer.answer() == Answer.PENDING;
    if (!in.isEmpty() && in.size() < of.size()) {
      wrong.add(transfer + " is in the ledgers " + in + " and not in the others of " + of);
    } else if (in.isEmpty() && committed && !of.isEmpty()) {
      wrong.add(transfer + " is in none of the ledgers " + of);
    } else if (!in.isEmpty() && transfer.answer() == Answer.ABORTED) {
      wrong.add(transfer + " is in the ledgers " + in);
    }
    return committed || !in.isEmpty();
  }

  private void balances(Map<String, Long> expected, List<String> wrong) {
    expected.forEach(
        (account, balance) -> {
          if (!balance.equals(after.get(account))) {
            wrong.add(
                account + " holds " + after.get(account) + ", the ledgers explain " + balance);
          }
        });
  }

  private void strangers(Map<String, Set<String>> known, List<String> wrong) {
    ledgers.forEach(
        (name, lines) ->
            lines
                .keySet()
                .forEach(
                    id -> {
                      if (!known.getOrDefault(name, Set.of()).contains(id)) {
                        wrong.add("the ledger " + name + " has a line of an unknown " + id);
                      }
                    }));
  }
}
