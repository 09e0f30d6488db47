package org.datxa.checker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.datxa.checker.internal.Expectations;
import org.datxa.checker.internal.JournalSeen;
import org.datxa.checker.internal.Judge;
import org.datxa.checker.internal.StoreSeen;

/** Compares what is in the stores with what was attempted and answered. */
public final class Checker {
  private static final int LIMIT_SECONDS = 120;

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
    ExecutorService threads = Executors.newCachedThreadPool(Checker::daemon);
    try {
      Map<String, Future<StoreSeen>> reading = new LinkedHashMap<>();
      places.stores().forEach(it -> reading.put(it.name(), threads.submit(it::read)));
      Optional<Future<JournalSeen>> records = places.journal().map(it -> threads.submit(it::read));
      Map<String, StoreSeen> stores = new LinkedHashMap<>();
      reading.forEach(
          (name, one) -> await(name, one, Checker::size).ifPresent(it -> stores.put(name, it)));
      Optional<JournalSeen> journal =
          records.flatMap(it -> await("journal", it, seen -> seen.records().size() + " records"));
      return judged(attempts, stores, journal);
    } finally {
      threads.shutdownNow();
    }
  }

  /** One that hangs must not keep the process. */
  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "datxa-checker");
    thread.setDaemon(true);
    return thread;
  }

  private static String size(StoreSeen seen) {
    return seen.rows().size() + " rows, " + seen.markers().size() + " markers";
  }

  private Report judged(
      List<Attempt> attempts, Map<String, StoreSeen> stores, Optional<JournalSeen> journal) {
    attempts.stream()
        .flatMap(it -> it.rows().keySet().stream())
        .distinct()
        .filter(name -> places.stores().stream().noneMatch(it -> it.name().equals(name)))
        .forEach(name -> unreadable(name, "a place to look at", "none"));
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

  private <T> Optional<T> await(String place, Future<T> reading, Function<T, String> size) {
    progress.accept("reading " + place);
    String why;
    try {
      T seen = reading.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      say(place + ": " + size.apply(seen));
      return Optional.of(seen);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      why = "an interrupt";
    } catch (ExecutionException e) {
      why = String.valueOf(e.getCause());
    } catch (TimeoutException e) {
      why = "no answer within " + LIMIT_SECONDS + " s";
    }
    unreadable(place, "an answer", why);
    say(place + ": cannot be read");
    return Optional.empty();
  }

  private void unreadable(String place, String expected, String found) {
    unreadable.add(new Violation(Violation.Kind.UNREADABLE, place, "", "", expected, found));
  }

  private void say(String line) {
    looked.add(line);
    progress.accept(line);
  }
}
