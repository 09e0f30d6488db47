package org.datxa.internal.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.datxa.internal.protocol.CommitProtocol;
import org.datxa.internal.protocol.Effect;
import org.datxa.internal.protocol.Plan;
import org.datxa.internal.protocol.Reply;
import org.datxa.internal.protocol.Verdict;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Resolution;
import org.datxa.spi.TwoPhaseBranch.Work;
import org.junit.jupiter.api.Test;

/** The question for free space, to two-phase stores that can tell. */
class MinFreeTest {
  private final ConcurrentLinkedQueue<Effect<?>> effects = new ConcurrentLinkedQueue<>();
  private Reply<OptionalLong> free = new Reply.Done<>(OptionalLong.of(99));

  private final Performer stores =
      new Performer() {
        @Override
        @SuppressWarnings("unchecked") // each answer is of the type that its effect asks for
        public <R> Reply<R> perform(Effect<R> effect) {
          effects.add(effect);
          if (effect instanceof Effect.FreeBytes) {
            return (Reply<R>) free;
          }
          Object value = Effect.Nothing.NOTHING;
          if (effect instanceof Effect.Inspect inspect) {
            value = inspect.store().equals("reads") ? Work.READ_ONLY : Work.WROTE;
          } else if (effect instanceof Effect.TakeTime) {
            value = 7L;
          } else if (effect instanceof Effect.CommitPrepared) {
            value = Resolution.DONE;
          }
          return new Reply.Done<>((R) value);
        }
      };

  private Verdict commit(long minFree, String... names) {
    List<Plan.Participant> participants =
        List.of(names).stream()
            .map(it -> new Plan.Participant(it, true, false, false, true, Optional.empty()))
            .toList();
    Plan.Rules rules = new Plan.Rules(true, false, 1000, minFree);
    Plan plan = new Plan(new UUID(1, 2), participants, rules, Optional.empty());
    return new Runner(Runnable::run).run(new CommitProtocol(plan).commit(), stores);
  }

  private long questions() {
    return effects.stream().filter(Effect.FreeBytes.class::isInstance).count();
  }

  private boolean committedAnything() {
    return effects.stream()
        .anyMatch(it -> it instanceof Effect.CommitLocally || it instanceof Effect.Prepare);
  }

  @Test
  void e6_storeWrittenAloneIsAskedToo() {
    Verdict verdict = commit(100, "one");
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.RolledBack.class,
            it -> {
              assertThat(it.failure().kind()).isEqualTo(ErrorKind.STORE_FULL);
              assertThat(it.failure().freeBytes()).hasValue(99);
              assertThat(it.failure().store()).isEqualTo("one");
            });
    assertThat(questions()).isEqualTo(1);
    assertThat(committedAnything()).isFalse();
  }

  @Test
  void e6_eachWrittenStoreIsAskedOnceAndNoneThatOnlyRead() {
    assertThat(commit(99, "one", "two", "reads")).isInstanceOf(Verdict.Committed.class);
    assertThat(questions()).isEqualTo(2);
  }

  @Test
  void e6_nobodyIsAskedWhenItIsOff() {
    assertThat(commit(0, "one")).isInstanceOf(Verdict.Committed.class);
    assertThat(commit(0, "one", "two")).isInstanceOf(Verdict.Committed.class);
    assertThat(questions()).isZero();
  }

  @Test
  void e6_storeThatCannotTellOrDoesNotAnswerPasses() {
    for (Reply<OptionalLong> answer :
        List.<Reply<OptionalLong>>of(
            new Reply.Done<>(OptionalLong.empty()),
            new Reply.Unknown<>(new IllegalStateException("lost")),
            new Reply.Refused<>(Reply.Why.PLAIN, ErrorKind.PERMANENT, null))) {
      free = answer;
      assertThat(commit(100, "one")).isInstanceOf(Verdict.Committed.class);
    }
    assertThat(questions()).isEqualTo(3);
  }
}
