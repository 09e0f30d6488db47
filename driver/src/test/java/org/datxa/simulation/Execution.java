package org.datxa.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Reply;

/**
 * Steps one program. Each fiber is an effect that waits for its reply, and a stack below it. The
 * path of a fiber names the place in the program, whatever the order in which others were answered.
 */
final class Execution {
  private sealed interface Frame {}

  private record Next(Function<Object, Program<?>> step, Frame below) implements Frame {}

  private record Slot(Join join, int index, Frame below) implements Frame {}

  private static final class Join {
    private final Object[] values;
    private final long path;
    private int missing;

    Join(int size, long path) {
      this.values = new Object[size];
      this.path = path;
      this.missing = size;
    }
  }

  /**
   * A fiber that waits.
   *
   * @param path where in the program it is
   * @param effect what it waits for
   * @param stack what comes after it
   */
  record Waiting(long path, Effect<?> effect, Frame stack) {}

  private final List<Waiting> waiting = new ArrayList<>(4);
  private boolean ended;
  private Object result;
  private long history;

  Execution(Program<?> program) {
    run(program, null, 1);
  }

  List<Waiting> waiting() {
    return waiting;
  }

  boolean ended() {
    return ended;
  }

  Object result() {
    return result;
  }

  /** What the program was told so far, as far as {@link #remember} noted it. */
  long history() {
    return history;
  }

  void remember(Waiting fiber, Reply<?> reply) {
    history += Digest.of(fiber.path(), Digest.of(reply));
  }

  void reply(Waiting fiber, Reply<?> reply) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).path() == fiber.path()) {
        waiting.remove(i);
        goOn(reply, fiber.stack(), Digest.of(fiber.path(), 1));
        return;
      }
    }
    throw new IllegalArgumentException("It does not wait: " + fiber.effect());
  }

  private void run(Program<?> program, Frame stack, long path) {
    Program<?> at = program;
    Frame below = stack;
    while (at instanceof Program.Then<?, ?> then) {
      below = new Next(step(then), below);
      at = then.first();
    }
    if (at instanceof Program.Ask<?> ask) {
      waiting.add(new Waiting(path, ask.effect(), below));
    } else if (at instanceof Program.Return<?> it) {
      goOn(it.value(), below, path);
    } else {
      fork((Program.Together<?>) at, below, path);
    }
  }

  private void goOn(Object given, Frame stack, long at) {
    Object value = given;
    Frame below = stack;
    long path = at;
    while (below instanceof Slot slot) {
      if (joins(slot, value)) {
        return;
      }
      value = Arrays.asList(slot.join().values);
      path = Digest.of(slot.join().path, 2);
      below = slot.below();
    }
    if (below instanceof Next next) {
      run(next.step().apply(value), next.below(), path);
    } else {
      ended = true;
      result = value;
    }
  }

  // True when parts are missing still.
  private static boolean joins(Slot slot, Object value) {
    slot.join().values[slot.index()] = value;
    return --slot.join().missing > 0;
  }

  private void fork(Program.Together<?> together, Frame below, long path) {
    int size = together.parts().size();
    if (size == 0) {
      goOn(List.of(), below, path);
      return;
    }
    Join join = new Join(size, path);
    for (int i = 0; i < size; i++) {
      run(together.parts().get(i), new Slot(join, i, below), Digest.of(path, 3 + i));
    }
  }

  @SuppressWarnings("unchecked") // the types of a program fit together by construction
  private static Function<Object, Program<?>> step(Program.Then<?, ?> then) {
    return (Function<Object, Program<?>>) (Function<?, ?>) then.next();
  }
}
