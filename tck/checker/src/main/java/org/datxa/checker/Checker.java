package org.datxa.checker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.datxa.checker.internal.Expectations;
import org.datxa.checker.internal.JournalReader;
import org.datxa.checker.internal.JournalSeen;
import org.datxa.checker.internal.Judge;
import org.datxa.checker.internal.StoreReader;
import org.datxa.checker.internal.StoreSeen;

/** Compares what is in the stores with what was attempted and answered. */
public final class Checker {
  private final Places places;
  private final Consumer<String> progress;
  private final List<Violation> unreadable = new ArrayList<>();
  private final List<String> looked = new ArrayList<>();

  private Checker(Places places, Consumer<String> progress) {
    this.places = places;
    this.progress = progress;
  }

  /**
   * Looks at all places and judges all attempts. A place that cannot be read is a violation too.
   *
   * @param places where to look
   * @param attempts all that ever wrote there
   * @return what was found
   */
  public static Report check(Places places, List<Attempt> attempts) {
    return check(places, attempts, line -> {});
  }

  /**
   * The same, telling how far it is.
   *
   * @param places where to look
   * @param attempts all that ever wrote there
   * @param progress gets a line before and after each place
   * @return what was found
   */
  public static Report check(Places places, List<Attempt> attempts, Consumer<String> progress) {
    return new Checker(places, progress).run(attempts);
  }

  private Report run(List<Attempt> attempts) {
    Map<String, StoreSeen> stores = new LinkedHashMap<>();
    for (StoreReader reader : places.stores()) {
      read(reader).ifPresent(seen -> stores.put(reader.name(), seen));
    }
    Optional<JournalSeen> journal = places.journal().flatMap(this::read);
    List<Violation> violations = new ArrayList<>(unreadable);
    violations.addAll(new Judge(attempts, stores, journal, expectations()).violations());
    return new Report(violations, looked);
  }

  private Expectations expectations() {
    return new Expectations(
        places::isMarked,
        name -> places.stores().stream().anyMatch(it -> it.name().equals(name) && it.twoPhase()),
        places.isRunning(),
        places.isUnswept());
  }

  private Optional<StoreSeen> read(StoreReader reader) {
    progress.accept("reading " + reader.name());
    try {
      StoreSeen seen = reader.read();
      say(
          reader.name()
              + ": "
              + seen.rows().size()
              + " rows, "
              + seen.markers().size()
              + " markers");
      return Optional.of(seen);
    } catch (Exception e) {
      return failed(reader.name(), e);
    }
  }

  private Optional<JournalSeen> read(JournalReader reader) {
    progress.accept("reading the journal");
    try {
      JournalSeen seen = reader.read();
      say("journal: " + seen.records().size() + " records");
      return Optional.of(seen);
    } catch (Exception e) {
      return failed("journal", e);
    }
  }

  private void say(String line) {
    looked.add(line);
    progress.accept(line);
  }

  private <T> Optional<T> failed(String place, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    unreadable.add(
        new Violation(Violation.Kind.UNREADABLE, place, "", "", "an answer", String.valueOf(e)));
    say(place + ": cannot be read");
    return Optional.empty();
  }
}
