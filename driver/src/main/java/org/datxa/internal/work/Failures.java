package org.datxa.internal.work;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Store;
import org.datxa.spi.error.Aborted;
import org.datxa.spi.error.ErrorChain;
import org.datxa.spi.error.HeuristicOutcome;
import org.datxa.spi.error.InDoubt;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;

/** What the exceptions of a work mean for the work as a whole. */
public final class Failures {
  private static final List<ErrorKind> WORST_FIRST =
      List.of(ErrorKind.STORE_FULL, ErrorKind.CONSTRAINT, ErrorKind.TRANSIENT);

  private final Map<String, Function<Throwable, ErrorKind>> stores;

  /**
   * Failures of a deployment.
   *
   * @param stores what each store makes of an exception, by its name; each knows the errors of its
   *     own client only, and calls all others PERMANENT
   */
  public Failures(Map<String, Function<Throwable, ErrorKind>> stores) {
    this.stores = Map.copyOf(stores);
  }

  static Failures of(Map<String, Store> stores) {
    Map<String, Function<Throwable, ErrorKind>> all = new HashMap<>();
    stores.forEach((name, store) -> all.put(name, store::classify));
    return new Failures(all);
  }

  /**
   * The kind; never TRANSIENT where something may be decided already. Rule E4.
   *
   * @param error what was thrown, or null
   * @return the kind
   */
  public ErrorKind kind(Throwable error) {
    ErrorChain chain = ErrorChain.of(error);
    if (chain.all().anyMatch(it -> it instanceof InDoubt || it instanceof HeuristicOutcome)) {
      return ErrorKind.PERMANENT;
    }
    return chain.main().stream()
        .flatMap(it -> own(it).stream())
        .findFirst()
        .orElseGet(() -> byStores(error));
  }

  /** What the engine and the contract themselves say. */
  private static Optional<ErrorKind> own(Throwable error) {
    if (error instanceof Aborted aborted) {
      return Optional.of(aborted.kind());
    }
    if (error instanceof StoreRefused refused) {
      return Optional.of(refused.kind());
    }
    return error instanceof StoreException ? Optional.of(ErrorKind.TRANSIENT) : Optional.empty();
  }

  private ErrorKind byStores(Throwable error) {
    List<ErrorKind> kinds = stores.values().stream().map(it -> it.apply(error)).toList();
    return WORST_FIRST.stream().filter(kinds::contains).findFirst().orElse(ErrorKind.PERMANENT);
  }

  /**
   * The one store that may have raised an error.
   *
   * @param error what was thrown
   * @return its name, or empty when it may have been several
   */
  public Optional<String> store(Throwable error) {
    Optional<String> named =
        ErrorChain.of(error).main().stream()
            .filter(StoreException.class::isInstance)
            .map(it -> ((StoreException) it).store())
            .findFirst();
    return named.isPresent() ? named : onlyOne(error);
  }

  private Optional<String> onlyOne(Throwable error) {
    List<String> claiming =
        stores.entrySet().stream()
            .filter(it -> it.getValue().apply(error) != ErrorKind.PERMANENT)
            .map(Map.Entry::getKey)
            .toList();
    return claiming.size() == 1 ? Optional.of(claiming.get(0)) : Optional.empty();
  }
}
