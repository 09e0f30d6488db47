package org.datxa.lab;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The systems of one test, demonstration or benchmark. Each is started when it is first asked for,
 * and all are ended together.
 */
public final class Lab implements AutoCloseable {

  private static final Lab SHARED = new Lab(Map.of(), true);

  private final Map<String, String> postgresSettings;
  private final boolean shared;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private LabPostgres postgres;
  private LabClickHouse clickHouse;
  private LabDrevo drevo;

  private Lab(Map<String, String> postgresSettings, boolean shared) {
    this.postgresSettings = postgresSettings;
    this.shared = shared;
  }

  /**
   * The lab that all tests of this JVM share, so that servers start once. It ends with the JVM;
   * closing it does nothing. Tests that kill servers or arm faults for others' statements take a
   * lab of their own.
   *
   * @return the shared lab
   */
  public static Lab shared() {
    return SHARED;
  }

  /**
   * A lab of its own with the default settings.
   *
   * @return a lab that has started nothing yet
   */
  public static Lab create() {
    return builder().build();
  }

  /**
   * Describes a lab.
   *
   * @return a builder with the default settings
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The PostgreSQL server.
   *
   * @return the server, started by the first call
   */
  public synchronized LabPostgres postgres() {
    if (postgres == null) {
      LabPostgres.Builder builder = LabPostgres.builder();
      postgresSettings.forEach(builder::setting);
      postgres = closing(builder.start());
    }
    return postgres;
  }

  /**
   * The ClickHouse server.
   *
   * @return the server, started by the first call
   */
  public synchronized LabClickHouse clickHouse() {
    if (clickHouse == null) {
      clickHouse = closing(LabClickHouse.start());
    }
    return clickHouse;
  }

  /**
   * The drevo server.
   *
   * @return the server, started by the first call
   */
  public synchronized LabDrevo drevo() {
    if (drevo == null) {
      drevo = closing(LabDrevo.start());
    }
    return drevo;
  }

  /**
   * A new Iceberg catalog in the PostgreSQL server.
   *
   * @return an empty catalog, another one with each call
   */
  public synchronized LabIceberg newIceberg() {
    return closing(LabIceberg.in(postgres()));
  }

  /**
   * A new proxy in front of the PostgreSQL server.
   *
   * @return the proxy, another one with each call
   */
  public synchronized LabProxy newPostgresProxy() {
    return closing(LabProxy.start(postgres().host(), postgres().port()));
  }

  /**
   * A new proxy in front of the ClickHouse server.
   *
   * @return the proxy, another one with each call
   */
  public synchronized LabProxy newClickHouseProxy() {
    return closing(LabProxy.start(clickHouse().url()));
  }

  /**
   * A new proxy in front of the drevo server's Bolt.
   *
   * @return the proxy, another one with each call
   */
  public synchronized LabProxy newDrevoProxy() {
    return closing(LabProxy.start(drevo().host(), drevo().port()));
  }

  private <T extends AutoCloseable> T closing(T system) {
    started.push(system);
    return system;
  }

  /** Ends everything that this lab has started, the last one first. */
  @Override
  public synchronized void close() {
    if (shared) {
      return;
    }
    while (!started.isEmpty()) {
      close(started.pop());
    }
    postgres = null;
    clickHouse = null;
    drevo = null;
  }

  private static void close(AutoCloseable system) {
    try {
      system.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new LabException("A system of the lab cannot be ended", e);
    }
  }

  /** Describes a lab. */
  public static final class Builder {

    private final Map<String, String> postgresSettings = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Sets a parameter of the PostgreSQL server.
     *
     * @param name the parameter, as in {@code postgresql.conf}
     * @param value its value
     * @return this builder
     */
    public Builder postgresSetting(String name, String value) {
      postgresSettings.put(name, value);
      return this;
    }

    /**
     * Makes the lab.
     *
     * @return a lab that has started nothing yet
     */
    public Lab build() {
      return new Lab(Map.copyOf(postgresSettings), false);
    }
  }
}
