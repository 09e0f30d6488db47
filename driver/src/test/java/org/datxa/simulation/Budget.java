package org.datxa.simulation;

/** How much may go wrong in one schedule; what is spent is gone. */
@SuppressWarnings("EnumOrdinal") // an array, since schedules ask for nothing more often
final class Budget {
  /** What may go wrong, and how rarely. */
  enum Trouble {
    FAULT(7),
    CRASH(25),
    PASS(12),
    COMPACTION(20),
    FAIL_OVER(20),
    SESSION(20),
    MEDDLING(15),
    RESTORE(15),
    PRUNING(10),
    QUESTION(15),
    MANAGER(20);

    private final int rarity;

    Trouble(int rarity) {
      this.rarity = rarity;
    }
  }

  private static final int KINDS = Trouble.values().length;

  private final Choices choices;
  private final int[] left = new int[KINDS];

  Budget(Choices choices) {
    this.choices = choices;
    give(Trouble.FAULT, choices.below(5));
    give(Trouble.CRASH, choices.below(3));
    give(Trouble.PASS, choices.below(5));
    give(Trouble.COMPACTION, choices.below(3));
    give(Trouble.FAIL_OVER, choices.once(3) ? 1 : 0);
    give(Trouble.SESSION, choices.once(4) ? 1 : 0);
    give(Trouble.MEDDLING, choices.once(6) ? 1 : 0);
    give(Trouble.RESTORE, choices.once(6) ? 1 : 0);
    give(Trouble.PRUNING, choices.once(3) ? 2 : 0);
    give(Trouble.QUESTION, choices.once(3) ? 2 : 0);
    give(Trouble.MANAGER, choices.below(4));
  }

  private void give(Trouble trouble, int much) {
    left[trouble.ordinal()] = much;
  }

  boolean left(Trouble trouble) {
    return left[trouble.ordinal()] > 0;
  }

  /** Whether it happens now. */
  boolean now(Trouble trouble) {
    if (left(trouble) && choices.once(trouble.rarity)) {
      left[trouble.ordinal()]--;
      return true;
    }
    return false;
  }
}
