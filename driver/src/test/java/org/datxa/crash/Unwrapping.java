package org.datxa.crash;

import java.util.Optional;
import org.datxa.spi.Branch;
import org.datxa.spi.Participation;

/**
 * What a store inside another one is given to take part: its facades know their own branches only.
 *
 * @param outer what the store around it was given
 */
public record Unwrapping(Participation outer) implements Participation {
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
