package org.datxa.spi.together;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What one leader of {@link Turns} took, on its way through the store: which of it goes into one
 * write, and which answer is whose. A state machine that knows neither threads nor stores.
 *
 * <p>The leader writes what {@link #next} names and says what became of it, {@linkplain #answered
 * one answer for all} of them or {@linkplain #apart none yet}, until nothing is left. An answer is
 * only ever given to those who were in the write that it is about. Not safe for threads; only the
 * leader uses it.
 *
 * @param <M> one caller's part; no other one is it, whatever its {@code equals} says
 * @param <A> an answer
 */
public final class Batch<M, A> {
  private final Deque<List<M>> open = new ArrayDeque<>();
  private final IdentityHashMap<M, A> answers = new IdentityHashMap<>();

  /**
   * A batch of which nothing is written.
   *
   * @param taken what the leader took, in its order
   * @param kind what goes together: parts of equal kinds may share a write
   */
  public Batch(List<M> taken, Function<? super M, ?> kind) {
    Map<Object, List<M>> kinds = new LinkedHashMap<>();
    for (M part : taken) {
      kinds.computeIfAbsent(kind.apply(part), unused -> new ArrayList<>()).add(part);
    }
    open.addAll(kinds.values());
  }

  /**
   * What is to be written now.
   *
   * @return parts of one kind, the same ones until they are answered or set apart; empty when all
   *     is answered
   */
  public List<M> next() {
    return open.isEmpty() ? List.of() : List.copyOf(open.getFirst());
  }

  /**
   * What {@link #next} names was written, or was not, as one.
   *
   * @param answer what became of it, for each of them; not null
   */
  public void answered(A answer) {
    open.removeFirst().forEach(part -> answers.put(part, answer));
  }

  /**
   * Nothing of what {@link #next} names was written, for a reason that may be the fault of one of
   * them. Each is written alone next.
   *
   * @return whether there is anything to set apart; one alone has to be answered
   */
  public boolean apart() {
    if (open.getFirst().size() == 1) {
      return false;
    }
    List<M> together = open.removeFirst();
    for (int i = together.size() - 1; i >= 0; i--) {
      open.addFirst(List.of(together.get(i)));
    }
    return true;
  }

  /**
   * The answer for one caller.
   *
   * @param part its part
   * @return its answer; empty as long as nobody knows it
   */
  public Optional<A> answer(M part) {
    return Optional.ofNullable(answers.get(part));
  }
}
