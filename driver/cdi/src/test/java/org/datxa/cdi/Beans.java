package org.datxa.cdi;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.DatXaBuilder;
import org.datxa.ResourceWrapping;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.narayana.DatXaNarayana;

/** Beans of applications of many kinds. */
final class Beans {
  private Beans() {}

  @Dependent
  static final class Shop {
    @Inject DatXA datxa;

    @Inject
    @Store("shop")
    DataSource byName;

    @Inject
    @Store("shop")
    Instance<DataSource> later;

    @Inject DataSource only;
    @Inject @Any Instance<DataSource> all;
  }

  @Dependent
  static final class OnlyDataSource {
    @Inject DataSource source;
  }

  @Dependent
  static final class OnlyDatXa {
    @Inject DatXA datxa;
  }

  @Dependent
  static final class Mistaken {
    @Inject
    @Store("nosuch")
    DataSource unknown;

    @Inject
    @Store("one")
    IcebergTables otherKind;

    @Inject DataSource oneOfTwo;
  }

  /** The application has a data source of its own. */
  static final class OtherDataSource {
    static final DataSource OTHER =
        (DataSource)
            Proxy.newProxyInstance(
                Beans.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> null);

    @Produces
    static DataSource other() {
      return OTHER;
    }
  }

  /** The application makes the builder. */
  static final class OwnBuilder {
    static Properties values;

    @Produces
    static DatXaBuilder builder() {
      return DatXA.builder().properties(values);
    }
  }

  /** The application starts DatXA. */
  static final class OwnDatXa {
    static DatXA datxa;

    @Produces
    static DatXA datxa() {
      return datxa;
    }
  }

  /** Has the last word on the configuration. */
  @Dependent
  static final class LastWord {
    void tell(@Observes DatXaBuilder builder) {
      builder.set("stores.shop.pool.max", "0");
    }
  }

  /** Counts the scans of recovery. */
  @Dependent
  static final class Scans {
    static final AtomicInteger ASKED = new AtomicInteger();

    void tap(@Observes DatXaBuilder builder) {
      ResourceWrapping names = DatXaNarayana.standalone();
      builder.resources((resource, name) -> names.wrap(tapped(resource), name));
    }

    private static XAResource tapped(XAResource resource) {
      return (XAResource)
          Proxy.newProxyInstance(
              Beans.class.getClassLoader(),
              new Class<?>[] {XAResource.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("recover")) {
                  ASKED.incrementAndGet();
                }
                return method.invoke(resource, arguments);
              });
    }
  }

  /** Writes until the end. */
  @ApplicationScoped
  static class Farewell {
    @Inject
    @Store("shop")
    DataSource shop;

    void greet() {
      insert(1);
    }

    @PreDestroy
    void leave() {
      insert(2);
    }

    private void insert(long id) {
      try (Connection connection = shop.getConnection()) {
        Stores.insert(connection, "item", id);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
