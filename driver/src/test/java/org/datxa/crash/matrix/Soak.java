package org.datxa.crash.matrix;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Random cells from a seed, wave after wave; it goes on where it was stopped. */
final class Soak {
  private static final int OF_A_WAVE = 40;
  private static final int WAVES_OF_A_DEPLOYMENT = 10;
  private static final long NUMBERS_OF_A_WAVE = 1000;

  private final Path state;
  private final Consumer<String> out;
  private final Results results;
  private final Map<String, List<Cell>> byGroup =
      Cells.possible().stream().collect(Collectors.groupingBy(Wave::group));
  private final long seed;
  private final AtomicInteger wave;

  /**
   * @param state the file that remembers how far it is
   * @param seed the seed when there is no such file
   */
  Soak(Path state, long seed, Consumer<String> out) throws IOException {
    this.state = state;
    this.out = out;
    this.results = new Results(out);
    Properties before = read();
    this.seed = Long.parseLong(before.getProperty("seed", Long.toString(seed)));
    this.wave = new AtomicInteger(Integer.parseInt(before.getProperty("wave", "0")));
    results.restore(before);
    out.accept("crash-matrix: seed=" + this.seed + ", from wave " + wave + ", " + state);
  }

  /** Runs waves until there were enough runs. */
  Results run(long runs, Path folder) throws Exception {
    while (results.runs() < runs) {
      // A server that is killed looks at all files of all databases when it starts again.
      try (Labs labs = new Labs()) {
        run(runs, labs, Files.createDirectories(folder.resolve("from-wave-" + wave)));
      }
    }
    Files.deleteIfExists(state);
    return results;
  }

  private void run(long runs, Labs labs, Path own) throws Exception {
    try (Matrix matrix = new Matrix(labs, own, Map.of(), results, new AtomicLong(), line -> {})) {
      for (int i = 0; i < WAVES_OF_A_DEPLOYMENT && results.runs() < runs; i++) {
        matrix.numberFrom((wave.get() + 1) * NUMBERS_OF_A_WAVE);
        matrix.run(cells());
        Wave.of(matrix.missed()).forEach(matrix::run);
        wave.incrementAndGet();
        write();
      }
    }
  }

  /** How far it is. */
  String progress(long of) {
    return "crash-matrix: seed="
        + seed
        + " wave="
        + wave
        + " runs="
        + results.runs()
        + " of "
        + of
        + " violations="
        + results.violations().size();
  }

  long seed() {
    return seed;
  }

  private List<Cell> cells() {
    Random random = new Random(seed + wave.get());
    List<Cell> all = Cells.possible();
    List<Cell> group = byGroup.get(Wave.group(all.get(random.nextInt(all.size()))));
    List<Step> steps = group.stream().map(Cell::step).distinct().toList();
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < OF_A_WAVE; i++) {
      Step step = steps.get(random.nextInt(steps.size()));
      List<Cell> of = group.stream().filter(it -> it.step() == step).toList();
      cells.add(of.get(random.nextInt(of.size())));
    }
    return Wave.of(cells).get(0);
  }

  private Properties read() throws IOException {
    Properties before = new Properties();
    if (Files.exists(state)) {
      try (Reader reader = Files.newBufferedReader(state)) {
        before.load(reader);
      }
    }
    return before;
  }

  private void write() throws IOException {
    Map<String, String> values = new HashMap<>(results.saved());
    values.put("seed", Long.toString(seed));
    values.put("wave", wave.toString());
    Properties now = new Properties();
    values.forEach(now::setProperty);
    Files.createDirectories(state.toAbsolutePath().getParent());
    Path next = state.resolveSibling(state.getFileName() + ".next");
    try (Writer writer = Files.newBufferedWriter(next)) {
      now.store(writer, null);
    }
    Files.move(next, state, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    out.accept(progress(0).replace(" of 0", ""));
  }
}
