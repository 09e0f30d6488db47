package org.datxa.internal.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A step-wise computation that asks for effects and goes on with their replies. Programs are
 * values: running one twice, or keeping one and running it later, is the same program.
 *
 * <p>It is one of four nodes: {@link Return} a value, {@link Ask} for an effect, {@link Then} go on
 * with what came before, or run several {@link Together}. Whoever interprets a program decides when
 * and in which order the effects of programs that run together happen.
 *
 * @param <T> what the program ends with
 */
public sealed interface Program<T> {
  /**
   * Ends with a value.
   *
   * @param value the value
   * @param <T> its type
   */
  record Return<T>(T value) implements Program<T> {}

  /**
   * Asks for one effect and ends with its reply.
   *
   * @param effect the effect
   * @param <R> what the effect gives when it is done
   */
  record Ask<R>(Effect<R> effect) implements Program<Reply<R>> {}

  /**
   * Goes on with the value of another program.
   *
   * @param first the other program
   * @param next what comes after it
   * @param <S> the value of the other program
   * @param <T> the value of the whole
   */
  record Then<S, T>(Program<S> first, Function<? super S, Program<T>> next) implements Program<T> {}

  /**
   * Runs several programs side by side and ends with all their values, in the order given.
   *
   * @param parts the programs
   * @param <T> the type of each value
   */
  record Together<T>(List<Program<T>> parts) implements Program<List<T>> {
    /** Copies the list. */
    public Together {
      parts = List.copyOf(parts);
    }
  }

  static <T> Program<T> end(T value) {
    return new Return<>(value);
  }

  static <R> Program<Reply<R>> ask(Effect<R> effect) {
    return new Ask<>(Objects.requireNonNull(effect, "effect"));
  }

  static <T> Program<List<T>> together(List<Program<T>> parts) {
    return new Together<>(parts);
  }

  /**
   * Runs a program for each of several things, side by side.
   *
   * @param things what they are for
   * @param each the program for one
   * @param <S> the type of a thing
   * @param <T> the type of each value
   * @return a program that ends with all their values, in the order of the things
   */
  static <S, T> Program<List<T>> together(
      List<S> things, Function<? super S, ? extends Program<T>> each) {
    List<Program<T>> parts = new ArrayList<>(things.size());
    for (S thing : things) {
      parts.add(each.apply(thing));
    }
    return new Together<>(parts);
  }

  default <U> Program<U> then(Function<? super T, Program<U>> next) {
    return new Then<>(this, next);
  }

  default <U> Program<U> map(Function<? super T, U> change) {
    return then(value -> end(change.apply(value)));
  }

  /**
   * One program after the other, ending with all their values.
   *
   * @param parts the programs
   * @param <T> the type of each value
   * @return the sequence
   */
  static <T> Program<List<T>> inOrder(List<Program<T>> parts) {
    return collect(parts, 0, List.of());
  }

  private static <T> Program<List<T>> collect(List<Program<T>> parts, int index, List<T> soFar) {
    if (index == parts.size()) {
      return end(soFar);
    }
    return parts
        .get(index)
        .then(
            value -> {
              List<T> more = new ArrayList<>(index + 1);
              more.addAll(soFar);
              more.add(value);
              return collect(parts, index + 1, more);
            });
  }
}
