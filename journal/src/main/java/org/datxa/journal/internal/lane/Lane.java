package org.datxa.journal.internal.lane;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.datxa.spi.together.Turns;

/**
 * Concurrent writes in one line: each caller's thread waits for its turn or its answer. A lone
 * caller writes at once.
 *
 * @param <P> one caller's write
 */
public final class Lane<P extends Place> {
  private final Limits limits;
  private final Consumer<List<P>> writer;

  // guarded by this
  private final Turns<P> turns;

  /**
   * How much goes together, and how long it may take.
   *
   * @param most how many writes make a batch at most
   * @param heaviest what they weigh together at most, unless one alone is heavier
   * @param queue how long a write waits for its turn; then it is withdrawn
   * @param answer how long a batch may take
   */
  public record Limits(int most, long heaviest, Duration queue, Duration answer) {}

  /**
   * Makes a line.
   *
   * @param limits its limits
   * @param writer writes a batch of one or more and answers each of them, within a bound
   */
  public Lane(Limits limits, Consumer<List<P>> writer) {
    this.limits = limits;
    this.writer = writer;
    this.turns = new Turns<>(limits.most(), limits.heaviest());
  }

  /**
   * Waits for a turn, and for the answer.
   *
   * @param place the write
   * @throws JournalException its answer; refused when its turn did not come, unknown when no answer
   *     came in time
   */
  public void submit(P place) throws JournalException {
    if (leads(place) || waited(place) == Place.Turn.LEAD) {
      lead();
    }
    place.rethrow();
  }

  private synchronized boolean leads(P place) {
    return turns.join(place);
  }

  private Place.Turn waited(P place) throws JournalException {
    Place.Turn turn = place.await(limits.queue());
    if (turn == null && withdrawn(place)) {
      throw new JournalRefused("Not sent, the journal is too slow: " + place.what(), null);
    }
    Place.Turn last = turn == null ? place.await(limits.answer()) : turn;
    if (last == null) {
      throw new JournalUnknown("No answer in time: " + place.what(), null);
    }
    return last;
  }

  // who was called must lead; nobody else may be left in the queue, where it would be called after
  // its caller has gone
  private synchronized boolean withdrawn(P place) {
    return turns.withdraw(place);
  }

  private void lead() {
    List<P> batch = taken();
    try {
      writer.accept(batch);
    } finally {
      batch.stream().filter(place -> !place.isAnswered()).forEach(Lane::lost);
      handOver();
    }
  }

  private static void lost(Place place) {
    place.answer(new JournalUnknown("The writer gave no answer: " + place.what(), null));
  }

  private synchronized List<P> taken() {
    return turns.take();
  }

  private synchronized void handOver() {
    turns.handOver().ifPresent(Place::lead);
  }
}
