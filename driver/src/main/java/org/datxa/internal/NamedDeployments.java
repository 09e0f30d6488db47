package org.datxa.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;

/**
 * The deployments that can be found by a name, or by being the only one.
 *
 * @param <T> a deployment
 */
public final class NamedDeployments<T extends AutoCloseable> {
  private final Map<String, T> started = new HashMap<>();
  private final List<T> offered = new ArrayList<>();

  /** None yet. */
  public NamedDeployments() {}

  /**
   * Adds one that others start and close.
   *
   * @param deployment the deployment
   */
  public synchronized void offer(T deployment) {
    if (!offered.contains(deployment)) {
      offered.add(deployment);
    }
  }

  /**
   * Takes back an offer.
   *
   * @param deployment the deployment
   */
  public synchronized void withdraw(T deployment) {
    offered.remove(deployment);
  }

  /**
   * The only one that is offered.
   *
   * @return empty when there is none, or more than one
   */
  public synchronized Optional<T> offered() {
    return offered.size() == 1 ? Optional.of(offered.get(0)) : Optional.empty();
  }

  /**
   * One that is started when it is first asked for.
   *
   * @param name its name
   * @param start starts it
   * @return the same each time, until all are closed
   * @throws Exception what {@code start} throws
   */
  public synchronized T started(String name, Callable<T> start) throws Exception {
    T known = started.get(name);
    if (known == null) {
      known = start.call();
      started.put(name, known);
    }
    return known;
  }

  /** Closes all that were started. */
  public synchronized void closeStarted() {
    List<T> all = List.copyOf(started.values());
    started.clear();
    IllegalStateException failure = null;
    for (T deployment : all) {
      try {
        deployment.close();
      } catch (Exception e) {
        failure =
            failure == null ? new IllegalStateException("A deployment was not closed.") : failure;
        failure.addSuppressed(e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Reads a properties file.
   *
   * @param name its name on the class path, else in the file system
   * @return its content
   * @throws IOException if it cannot be read
   */
  public static Properties read(String name) throws IOException {
    Properties properties = new Properties();
    InputStream onClassPath = loader().getResourceAsStream(name);
    try (InputStream in = onClassPath == null ? Files.newInputStream(Path.of(name)) : onClassPath) {
      properties.load(in);
    }
    return properties;
  }

  /**
   * Where the application's classes and files are.
   *
   * @return the loader of the thread, else ours
   */
  public static ClassLoader loader() {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    return ofThread == null ? NamedDeployments.class.getClassLoader() : ofThread;
  }
}
