package org.datxa.simulation;

import org.datxa.internal.protocol.Effect;

/**
 * Where an effect happens. It is kept by class: a test for an interface that fails looks through
 * all supertypes each time, and schedules ask for nothing more often.
 */
enum Where {
  PROCESS,
  JOURNAL,
  BRANCH,
  STORE;

  private static final ClassValue<Where> BY_CLASS =
      new ClassValue<>() {
        @Override
        protected Where computeValue(Class<?> effect) {
          if (Effect.OnProcess.class.isAssignableFrom(effect)) {
            return PROCESS;
          }
          if (Effect.OnJournal.class.isAssignableFrom(effect)) {
            return JOURNAL;
          }
          return Effect.OnBranch.class.isAssignableFrom(effect) ? BRANCH : STORE;
        }
      };

  static Where of(Effect<?> effect) {
    return BY_CLASS.get(effect.getClass());
  }
}
