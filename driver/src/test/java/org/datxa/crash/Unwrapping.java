package org.datxa.crash;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;
import org.datxa.spi.Store;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;

/**
 * What a store inside another one is given to take part: its facades know their own branches only.
 *
 * @param outer what the store around it was given
 */
public record Unwrapping(Participation outer) implements Participation {
  /**
   * Opens the store inside: the property {@code inner} is its kind.
   *
   * @param config what the store around it was given
   * @param own the properties that are not for the store inside
   * @param outer what the store around it was given to take part
   */
  public static Store open(StoreConfig config, Set<String> own, Participation outer) {
    Map<String, String> properties = new HashMap<>(config.properties());
    String kind = properties.remove("inner");
    properties.keySet().removeAll(own);
    return ServiceLoader.load(StoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(it -> it.kind().equals(kind))
        .findFirst()
        .orElseThrow()
        .open(new StoreConfig(config.name(), kind, properties), new Unwrapping(outer));
  }

  private static Branch inner(Branch branch) {
    return branch instanceof Wrapped wrapped ? (Branch) wrapped.inner() : branch;
  }

  @Override
  public Optional<Branch> join() {
    return outer.join().map(Unwrapping::inner);
  }

  @Override
  public void requireUsable(Branch branch) {
    outer.requireUsable(branch);
  }

  @Override
  public void requireOutside() {
    outer.requireOutside();
  }

  @Override
  public void rollbackOnly(Branch branch, Throwable cause) {
    outer.rollbackOnly(branch, cause);
  }

  @Override
  public <T, X extends Exception> T alone(AloneWork<T, X> work) throws X {
    return outer.alone(branch -> work.run(inner(branch)));
  }
}
