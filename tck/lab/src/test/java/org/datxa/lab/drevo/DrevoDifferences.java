package org.datxa.lab.drevo;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Collects, for a server of the user's, which behaviours differ from the stand-in and which cannot
 * be checked there, and prints them at the end. A difference in what is only weakly known is no
 * failure there.
 */
final class DrevoDifferences implements TestExecutionExceptionHandler {

  private static final Set<String> WEAK = Set.of("b13", "b19", "b30", "b34", "b40", "b48", "q2");

  /** What was found in all test classes. */
  private static final class Found implements AutoCloseable {
    private final Set<String> different = new TreeSet<>();
    private final Set<String> unchecked = new TreeSet<>();

    synchronized void add(String behaviour, boolean aborted) {
      (aborted ? unchecked : different).add(behaviour);
    }

    @Override
    public synchronized void close() {
      if (!different.isEmpty()) {
        System.out.println("drevo behaviour differs: " + String.join(" ", different));
      }
      if (!unchecked.isEmpty()) {
        System.out.println("drevo behaviour not checkable: " + String.join(" ", unchecked));
      }
    }
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    String behaviour = context.getRequiredTestMethod().getName().replaceFirst("_.*", "");
    context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(DrevoDifferences.class))
        .computeIfAbsent("found", key -> new Found(), Found.class)
        .add(behaviour, failure instanceof TestAbortedException);
    boolean given = !DrevoBehaviour.server().hasFaultSwitch();
    if (!given || !WEAK.contains(behaviour)) {
      throw failure;
    }
  }
}
