package org.datxa.internal.runner;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.datxa.internal.protocol.Program;
import org.datxa.internal.protocol.Program.Ask;
import org.datxa.internal.protocol.Program.Return;
import org.datxa.internal.protocol.Program.Then;
import org.datxa.internal.protocol.Program.Together;

/**
 * Interprets programs: effects on the calling thread, programs that run together on further
 * threads.
 */
public final class Runner {
  private final Executor threads;

  /**
   * A runner.
   *
   * @param threads runs what goes side by side; may run it on the calling thread
   */
  public Runner(Executor threads) {
    this.threads = threads;
  }

  /**
   * Runs a program to its end.
   *
   * @param program the program
   * @param performer makes its effects happen
   * @param <T> what the program ends with
   * @return what it ended with
   */
  @SuppressWarnings("unchecked") // the nodes of a program fit together by their types
  public <T> T run(Program<T> program, Performer performer) {
    Deque<Function<Object, Program<?>>> rest = new ArrayDeque<>();
    Program<?> at = program;
    while (true) {
      if (at instanceof Then<?, ?> then) {
        rest.push((Function<Object, Program<?>>) (Function<?, ?>) then.next());
        at = then.first();
        continue;
      }
      Object value = step(at, performer);
      Function<Object, Program<?>> next = rest.poll();
      if (next == null) {
        return (T) value;
      }
      at = next.apply(value);
    }
  }

  private Object step(Program<?> node, Performer performer) {
    if (node instanceof Return<?> it) {
      return it.value();
    }
    if (node instanceof Ask<?> it) {
      return performer.perform(it.effect());
    }
    return together(((Together<?>) node).parts(), performer);
  }

  private List<?> together(List<? extends Program<?>> parts, Performer performer) {
    List<CompletableFuture<Object>> all = new ArrayList<>();
    for (Program<?> part : parts.subList(Math.min(1, parts.size()), parts.size())) {
      all.add(aside(part, performer));
    }
    if (!parts.isEmpty()) {
      all.add(0, here(parts.get(0), performer));
    }
    // Each part is bounded by the deadlines of its effects, so waiting for it is too. All are
    // waited
    // for even when one fails, since the caller then takes away what the others work on.
    CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
    return all.stream().map(CompletableFuture::join).collect(Collectors.toList());
  }

  // Without a thread, after close or because there are too many, it happens one after the other: a
  // decided transaction must not stop half way for that.
  private CompletableFuture<Object> aside(Program<?> part, Performer performer) {
    try {
      return CompletableFuture.supplyAsync(() -> run(part, performer), threads);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      return here(part, performer);
    }
  }

  private CompletableFuture<Object> here(Program<?> part, Performer performer) {
    CompletableFuture<Object> ended = new CompletableFuture<>();
    try {
      ended.complete(run(part, performer));
    } catch (RuntimeException | Error e) {
      ended.completeExceptionally(e);
    }
    return ended;
  }
}
