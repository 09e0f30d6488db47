package org.datxa.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.sql.DataSource;
import org.datxa.DatXA;
import org.datxa.DatXaObjectFactory;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in JNDI and is resolved by the object factory. */
@SuppressWarnings("BanJNDI") // it is what is tested
class JndiTest {
  private final TransactionManager manager =
      com.arjuna.ats.jta.TransactionManager.transactionManager();
  @TempDir private Path folder;
  private Context jndi;

  @BeforeEach
  void open() throws NamingException {
    jndi = new InitialContext(MemoryContext.environment());
  }

  @AfterEach
  void close() throws NamingException {
    DatXaObjectFactory.closeStarted();
    MemoryContext.clear();
    jndi.close();
  }

  private String file(Properties configuration) throws IOException {
    Path file = folder.resolve("shop.properties");
    try (Writer out = Files.newBufferedWriter(file)) {
      configuration.store(out, null);
    }
    return file.toString();
  }

  private static Reference started(String store, Class<?> type, String file) {
    Reference reference = DatXaObjectFactory.reference(store, type);
    reference.add(new StringRefAddr(DatXaObjectFactory.CONFIGURATION, file));
    reference.add(new StringRefAddr(DatXaObjectFactory.TRANSACTION_MANAGER, "manager"));
    return reference;
  }

  private static void insert(DataSource source, String table) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO " + table + " VALUES (1, 'x')");
    }
  }

  @Test
  void whenTwoReferencesShareAConfiguration_oneTransactionCoversTheirStores() throws Exception {
    TestDeployment lab = new TestDeployment().postgres("one").postgres("two").journal();
    String file = file(lab.values());
    jndi.bind("manager", manager);
    jndi.bind("jdbc/one", started("one", DataSource.class, file));
    jndi.bind("jdbc/two", started("two", DataSource.class, file));
    DataSource one = (DataSource) jndi.lookup("jdbc/one");
    DataSource two = (DataSource) jndi.lookup("jdbc/two");
    assertThat(jndi.lookup("jdbc/one")).isSameAs(one);
    manager.begin();
    insert(one, "item");
    insert(two, "item");
    manager.rollback();
    assertThat(lab.items("one") + lab.items("two")).isZero();
    manager.begin();
    insert(one, "item");
    insert(two, "item");
    manager.commit();
    assertThat(lab.items("one") + lab.items("two")).isEqualTo(2);
    assertThat(lab.states()).doesNotContain(" ").isNotEmpty();
  }

  @Test
  void whenTheStartedAreClosed_theirDataSourceIsTooAndALookUpStartsAnew() throws Exception {
    jndi.bind("manager", manager);
    TestDeployment lab = new TestDeployment().postgres("one");
    jndi.bind("jdbc/one", started("one", DataSource.class, file(lab.values())));
    DataSource before = (DataSource) jndi.lookup("jdbc/one");
    DatXaObjectFactory.closeStarted();
    assertThatThrownBy(before::getConnection).isInstanceOf(SQLException.class);
    insert((DataSource) jndi.lookup("jdbc/one"), "item");
    assertThat(lab.items("one")).isEqualTo(1);
  }

  @Test
  void whenADeploymentIsOffered_aReferenceWithoutConfigurationMeansIt() throws Exception {
    jndi.bind("jdbc/one", DatXaObjectFactory.reference("one", DataSource.class));
    assertThatThrownBy(() -> jndi.lookup("jdbc/one"))
        .isInstanceOf(NamingException.class)
        .hasMessageContaining("Not exactly one deployment");
    try (DatXA datxa = new TestDeployment().postgres("one").start()) {
      DatXaObjectFactory.offer(datxa);
      assertThat(jndi.lookup("jdbc/one")).isSameAs(datxa.dataSource("one"));
      DatXaObjectFactory.withdraw(datxa);
      assertThatThrownBy(() -> jndi.lookup("jdbc/one")).isInstanceOf(NamingException.class);
    }
  }

  @Test
  void whenItCannotBeResolved_theReasonIsTold() throws Exception {
    jndi.bind("manager", "no manager");
    TestDeployment lab = new TestDeployment().postgres("one");
    String file = file(lab.values());
    jndi.bind("noManager", started("one", DataSource.class, file));
    jndi.bind("noFile", started("one", DataSource.class, file + ".not"));
    Reference alone = started("one", IcebergTables.class, file);
    remove(alone, DatXaObjectFactory.TRANSACTION_MANAGER);
    jndi.bind("noTables", alone);
    Reference nameless = started("one", DataSource.class, file);
    remove(nameless, DatXaObjectFactory.STORE);
    jndi.bind("nameless", nameless);
    assertTold("noManager", "no TransactionManager");
    assertTold("noFile", "NoSuchFileException");
    assertTold("noTables", "IcebergTables");
    assertTold("nameless", "'store'");
  }

  private static void remove(Reference reference, String type) {
    for (int i = reference.size() - 1; i >= 0; i--) {
      if (reference.get(i).getType().equals(type)) {
        reference.remove(i);
      }
    }
  }

  private void assertTold(String name, String reason) {
    assertThatThrownBy(() -> jndi.lookup(name))
        .isInstanceOf(NamingException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("password=");
  }

  @Test
  void whenItIsAnotherFactorysReference_itIsLeftAlone() throws Exception {
    Reference other = new Reference(DataSource.class.getName(), "org.example.Other", null);
    assertThat(new DatXaObjectFactory().getObjectInstance(other, null, null, null)).isNull();
    assertThat(new DatXaObjectFactory().getObjectInstance("text", null, null, null)).isNull();
  }
}
