package org.datxa.spi.together;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** In every order of events one leads at most, and nobody is forgotten. */
class TurnsTest {
  private static final int MOST = 3;
  private static final long HEAVIEST = 10;

  private final Turns<Load> turns = new Turns<>(MOST, HEAVIEST);
  private final List<Load> waiting = new ArrayList<>();
  private final Set<Load> over = new HashSet<>();
  private Load leader;
  private List<Load> batch;

  private record Load(int number, Object key, long weight) implements Turns.Load {}

  @Test
  void inEveryOrder_oneLeads_andNobodyIsForgotten() {
    long seed = Long.getLong("datxa.turns.seed", ThreadLocalRandom.current().nextInt());
    System.out.println("turns: seed=" + seed);
    Random random = new Random(seed);
    int joined = 0;
    for (int step = 0; step < 20_000; step++) {
      if (random.nextInt(3) == 0) {
        join(new Load(joined++, random.nextInt(4), random.nextInt(12)));
      } else if (random.nextInt(5) == 0 && !waiting.isEmpty()) {
        withdraw(waiting.get(random.nextInt(waiting.size())));
      } else {
        lead();
      }
      assertThat(leader == null).as("seed %d step %d", seed, step).isEqualTo(waiting.isEmpty());
    }
    while (leader != null) {
      lead();
    }
    assertThat(over).hasSize(joined);
  }

  private void join(Load load) {
    waiting.add(load);
    boolean leads = turns.join(load);
    assertThat(leads).as("one leads").isEqualTo(leader == null);
    leader = leads ? load : leader;
  }

  private void withdraw(Load load) {
    boolean inBatch = batch != null && batch.contains(load);
    boolean gone = turns.withdraw(load);
    assertThat(gone)
        .as("neither the leader nor who is being written")
        .isEqualTo(!load.equals(leader) && !inBatch);
    if (gone) {
      end(load);
    }
  }

  private void lead() {
    if (leader == null) {
      return;
    }
    if (batch == null) {
      batch = turns.take();
      assertThat(batch).hasSizeBetween(1, MOST).startsWith(leader);
      assertThat(batch.stream().map(Load::key)).doesNotHaveDuplicates();
      assertThat(batch.size() == 1 || weight(batch) <= HEAVIEST).isTrue();
      return;
    }
    batch.forEach(this::end);
    batch = null;
    leader = turns.handOver().orElse(null);
    assertThat(leader == null || waiting.contains(leader)).isTrue();
  }

  private static long weight(List<Load> batch) {
    return batch.stream().mapToLong(Load::weight).sum();
  }

  private void end(Load load) {
    assertThat(over.add(load)).as("once").isTrue();
    waiting.remove(load);
  }
}
