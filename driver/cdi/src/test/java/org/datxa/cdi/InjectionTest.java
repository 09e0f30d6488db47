package org.datxa.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.io.Writer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.spi.NamingManager;
import javax.sql.DataSource;
import org.datxa.DatXA;
import org.datxa.DatXaObjectFactory;
import org.datxa.bridge.drevo.DrevoSession;
import org.datxa.cdi.internal.DatXaExtension;
import org.datxa.config.MemoryContext;
import org.datxa.stores.TestDeployment;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is injected, where its configuration comes from, and how it ends. */
@SuppressWarnings("BanJNDI") // the names are those of the test
class InjectionTest {
  private final TestDeployment lab = new TestDeployment().postgres("shop");
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  @TempDir private Path first;
  @TempDir private Path second;
  private URLClassLoader application;

  @BeforeEach
  void enter() throws IOException {
    application =
        new URLClassLoader(new URL[] {first.toUri().toURL(), second.toUri().toURL()}, before);
    Thread.currentThread().setContextClassLoader(application);
  }

  @AfterEach
  void leave() throws IOException {
    Thread.currentThread().setContextClassLoader(before);
    application.close();
  }

  private static void file(Path folder, Properties values) throws IOException {
    Path file = folder.resolve("META-INF/datxa.properties");
    Files.createDirectories(file.getParent());
    try (Writer out = Files.newBufferedWriter(file)) {
      values.store(out, null);
    }
  }

  private static void insert(DataSource source, long id) throws SQLException {
    try (Connection connection = source.getConnection()) {
      Stores.insert(connection, "item", id);
    }
  }

  @Test
  void whenAFileIsOnTheClassPath_storesAreInjectedByNameAndAsTheOnlyOne() throws Exception {
    file(first, lab.values());
    try (WeldContainer container = Container.start(Beans.Shop.class)) {
      Beans.Shop shop = container.select(Beans.Shop.class).get();
      insert(shop.byName, 1);
      insert(shop.later.get(), 2);
      insert(shop.only, 3);
      insert(shop.all.get(), 4);
      assertThat(lab.items("shop")).isEqualTo(4);
      assertThat(shop.datxa.stores()).containsExactly("shop");
      assertThat(container.select(DataSource.class, Store.Literal.of("shop")).isResolvable())
          .isTrue();
      assertThat(container.select(DrevoSession.class).isUnsatisfied()).isTrue();
    }
  }

  @Test
  void whenASystemPropertyIsSet_itHasTheLastWordOverTheFile() throws Exception {
    Properties values = lab.values();
    values.setProperty("stores.shop.kind", "nosuchkind");
    file(first, values);
    System.setProperty("datxa.stores.shop.kind", "postgresql");
    try (WeldContainer container = Container.start(Beans.OnlyDataSource.class)) {
      insert(container.select(Beans.OnlyDataSource.class).get().source, 1);
      assertThat(lab.items("shop")).isEqualTo(1);
    } finally {
      System.clearProperty("datxa.stores.shop.kind");
    }
  }

  @Test
  void whenABeanIsTheConfiguration_theFileIsNotRead() throws Exception {
    Properties wrong = new Properties();
    wrong.setProperty("nonsense", "1");
    file(first, wrong);
    try (WeldContainer container = Container.start(lab.values(), Beans.Shop.class)) {
      Beans.Shop shop = container.select(Beans.Shop.class).get();
      insert(shop.only, 1);
      insert(shop.byName, 2);
    }
    Beans.OwnBuilder.values = lab.values();
    try (WeldContainer container =
        Container.start(Beans.OnlyDataSource.class, Beans.OwnBuilder.class)) {
      insert(container.select(Beans.OnlyDataSource.class).get().source, 3);
    }
    assertThat(lab.items("shop")).isEqualTo(3);
  }

  @Test
  void whenTheApplicationStartsDatXa_itsStoresAreInjectedAndItIsLeftOpen() throws Exception {
    try (DatXA own = lab.start()) {
      Beans.OwnDatXa.datxa = own;
      try (WeldContainer container = Container.start(Beans.Shop.class, Beans.OwnDatXa.class)) {
        Beans.Shop shop = container.select(Beans.Shop.class).get();
        assertThat(shop.datxa).isSameAs(own);
        insert(shop.byName, 1);
      }
      insert(own.dataSource("shop"), 2);
    }
    assertThat(lab.items("shop")).isEqualTo(2);
  }

  @Test
  void whenAnObserverChangesTheBuilder_itHasTheLastWord() {
    assertThatThrownBy(
            () -> Container.start(lab.values(), Beans.Shop.class, Beans.LastWord.class).close())
        .hasMessageContaining("pool.max");
  }

  @Test
  void whenWhatIsInjectedIsNotThere_oneDeploymentProblemNamesAllAndWhatThereIs() {
    TestDeployment two = new TestDeployment().postgres("one").postgres("two").journal();
    assertThatThrownBy(() -> Container.start(two.values(), Beans.Mistaken.class).close())
        .isInstanceOf(DeploymentException.class)
        .hasStackTraceContaining(
            "@Store(\"nosuch\") DataSource in org.datxa.cdi.Beans$Mistaken.unknown: there is no"
                + " such store")
        .hasStackTraceContaining(
            "@Store(\"one\") IcebergTables in org.datxa.cdi.Beans$Mistaken.otherKind: the store is"
                + " not worked with by this type")
        .hasStackTraceContaining(
            "DataSource in org.datxa.cdi.Beans$Mistaken.oneOfTwo: 2 stores offer it")
        .hasStackTraceContaining(
            "There are: @Store(\"one\") DataSource, @Store(\"two\") DataSource.");
  }

  @Test
  void whenNothingIsConfigured_onlyAnApplicationThatInjectsDatXaIsRefused() {
    try (WeldContainer container = Container.start(Transactions.class)) {
      assertThat(container.select(DatXA.class).isUnsatisfied()).isTrue();
    }
    assertThatThrownBy(() -> Container.start(Beans.OnlyDatXa.class).close())
        .hasMessageContaining("nothing is configured")
        .hasMessageContaining("META-INF/datxa.properties");
  }

  @Test
  void whenTheFileIsThereTwice_bothAreNamed() throws Exception {
    file(first, lab.values());
    file(second, lab.values());
    assertThatThrownBy(() -> Container.start(Beans.Shop.class).close())
        .hasMessageContaining("2 times")
        .hasMessageContaining(first.getFileName().toString())
        .hasMessageContaining(second.getFileName().toString());
  }

  @Test
  void whenTheApplicationHasADataSource_itStaysTheUnqualifiedOne() {
    try (WeldContainer container =
        Container.start(lab.values(), Beans.OnlyDataSource.class, Beans.OtherDataSource.class)) {
      assertThat(container.select(Beans.OnlyDataSource.class).get().source)
          .isSameAs(Beans.OtherDataSource.OTHER);
    }
  }

  @Test
  void whenTheContainerEnds_beansMayWriteToTheLast_thenRecoveryEnds_thenTheStoresClose()
      throws Exception {
    try (WeldContainer container =
        Container.start(
            lab.values(), Beans.Farewell.class, Beans.Scans.class, Beans.OnlyDatXa.class)) {
      container.select(Beans.Farewell.class).get().greet();
      DatXA datxa = container.select(Beans.OnlyDatXa.class).get().datxa;
      scan();
      assertThat(Beans.Scans.ASKED).hasPositiveValue();
      assertThat(connections()).isPositive();
      assertThat(offered()).isSameAs(datxa.dataSource("shop"));
    }
    assertThat(lab.items("shop")).isEqualTo(2);
    int until = Beans.Scans.ASKED.get();
    scan();
    assertThat(Beans.Scans.ASKED).hasValue(until);
    assertThatThrownBy(InjectionTest::offered).hasMessageContaining("deployment");
    await().untilAsserted(() -> assertThat(connections()).isZero());
  }

  private long connections() {
    return lab.count(
        "shop",
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            + " AND pid <> pg_backend_pid()");
  }

  private static Object offered() throws Exception {
    return NamingManager.getObjectInstance(
        DatXaObjectFactory.reference("shop", DataSource.class), null, null, null);
  }

  private static void scan() {
    com.arjuna.ats.arjuna.recovery.RecoveryManager.manager().scan();
  }

  @Test
  void whenTheManagerIsNoBean_itIsLookedUp() throws Exception {
    TransactionManager manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
    System.setProperty(Context.INITIAL_CONTEXT_FACTORY, MemoryContext.class.getName());
    Weld weld = Container.weld(Beans.OnlyDataSource.class).disableDiscovery();
    try {
      new InitialContext().bind("java:comp/TransactionManager", manager);
      try (WeldContainer container = Container.start(lab.values(), weld, new DatXaExtension())) {
        manager.begin();
        insert(container.select(Beans.OnlyDataSource.class).get().source, 1);
        manager.rollback();
        assertThat(lab.items("shop")).isZero();
      }
    } finally {
      System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
      MemoryContext.clear();
    }
  }
}
