package org.datxa.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Reply;

/** Steps one program. Each fiber is an effect that waits for its reply, and a stack below it. */
final class Execution {
  private sealed interface Frame {}

  private record Next(Function<Object, Program<?>> step, Frame below) implements Frame {}

  private record Slot(Join join, int index, Frame below) implements Frame {}

  private static final class Join {
    private final Object[] values;
    private int missing;

    Join(int size) {
      values = new Object[size];
      missing = size;
    }
  }

  /**
   * A fiber that waits.
   *
   * @param number which one it is
   * @param effect what it waits for
   * @param stack what comes after it
   */
  record Waiting(int number, Effect<?> effect, Frame stack) {}

  private final List<Waiting> waiting = new ArrayList<>();
  private int asked;
  private boolean ended;
  private Object result;

  Execution(Program<?> program) {
    run(program, null);
  }

  List<Waiting> waiting() {
    return Collections.unmodifiableList(waiting);
  }

  boolean ended() {
    return ended;
  }

  Object result() {
    return result;
  }

  void reply(Waiting fiber, Reply<?> reply) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).number() == fiber.number()) {
        waiting.remove(i);
        run(new Program.Return<>(reply), fiber.stack());
        return;
      }
    }
    throw new IllegalArgumentException("It does not wait: " + fiber.effect());
  }

  private void run(Program<?> program, Frame stack) {
    Program<?> at = program;
    Frame below = stack;
    while (at != null) {
      if (at instanceof Program.Ask<?> ask) {
        waiting.add(new Waiting(asked++, ask.effect(), below));
        return;
      }
      if (at instanceof Program.Then<?, ?> then) {
        below = new Next(step(then), below);
        at = then.first();
      } else if (at instanceof Program.Together<?> together) {
        at = fork(together, below);
      } else {
        Object value = ((Program.Return<?>) at).value();
        while (below instanceof Slot slot) {
          value = joined(slot, value);
          below = slot.below();
          if (value == null) {
            return;
          }
        }
        if (below == null) {
          ended = true;
          result = value;
          return;
        }
        Next next = (Next) below;
        at = next.step().apply(value);
        below = next.below();
      }
    }
  }

  // Null when parts are missing still.
  private static Object joined(Slot slot, Object value) {
    slot.join().values[slot.index()] = value;
    slot.join().missing--;
    return slot.join().missing > 0 ? null : Arrays.asList(slot.join().values);
  }

  private Program<?> fork(Program.Together<?> together, Frame below) {
    int size = together.parts().size();
    if (size == 0) {
      return new Program.Then<>(
          new Program.Return<>(List.of()), value -> new Program.Return<>(value));
    }
    Join join = new Join(size);
    for (int i = 0; i < size - 1; i++) {
      run(together.parts().get(i), new Slot(join, i, below));
    }
    run(together.parts().get(size - 1), new Slot(join, size - 1, below));
    return null;
  }

  @SuppressWarnings("unchecked") // the types of a program fit together by construction
  private static Function<Object, Program<?>> step(Program.Then<?, ?> then) {
    return (Function<Object, Program<?>>) (Function<?, ?>) then.next();
  }
}
