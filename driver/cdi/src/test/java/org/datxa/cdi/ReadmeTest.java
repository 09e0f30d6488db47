package org.datxa.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.datxa.stores.TestDeployment;
import org.jboss.tm.XAResourceRecovery;
import org.jboss.tm.XAResourceRecoveryRegistry;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the README of the module shows is what is compiled and run. */
class ReadmeTest {
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static List<String> blocks(String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(Path.of("README.md")))
        .results()
        .filter(it -> it.group(1).equals(language))
        .map(it -> it.group(2))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"OrderService,service", "ShopConfiguration,configuration", "QuarkusShop,quarkus"})
  void exampleIsTheOneThatIsCompiled(String type, String marker) throws IOException {
    String source = Files.readString(Path.of("src/test/java/org/datxa/cdi/" + type + ".java"));
    int from = source.indexOf('\n', source.indexOf("// readme: " + marker)) + 1;
    assertThat(blocks("java"))
        .hasSize(3)
        .contains(source.substring(from, source.indexOf("// readme: end")));
  }

  /** The keys of the README, with the places of the lab. */
  private static Properties shown(TestDeployment lab) throws IOException {
    Properties shown = new Properties();
    shown.load(new StringReader(blocks("properties").get(0)));
    Properties values = lab.values();
    for (String key : shown.stringPropertyNames()) {
      if (values.containsKey(key)) {
        shown.setProperty(key, values.getProperty(key));
      }
    }
    values.forEach(shown::putIfAbsent);
    shown.remove("stores.lake.catalog.type");
    return shown;
  }

  @Test
  void serviceWritesToAllStoresUnderTheConfigurationThatIsShown() throws Exception {
    TestDeployment lab = new TestDeployment().postgres("shop").drevo("graph").iceberg("lake");
    ShopConfiguration.secrets = shown(lab);
    assertThat(ShopConfiguration.secrets).containsEntry("journal", "store:shop");
    try (WeldContainer container = Container.start(OrderService.class, ShopConfiguration.class)) {
      container.select(OrderService.class).get().place(1, Stores.row(1));
    }
    assertThat(lab.items("shop")).isEqualTo(1);
    assertThat(lab.nodes("graph")).isEqualTo(1);
    assertThat(lab.lines("lake")).isEqualTo(1);
  }

  @Test
  void beansForQuarkusWorkWhereTheExtensionDoesNotStartDatXa() throws Exception {
    TestDeployment lab = new TestDeployment().postgres("shop");
    try (WeldContainer container =
        Container.start(
            lab.values(), QuarkusShop.class, Server.class, User.class, Transactions.class)) {
      assertThat(Registry.REGISTERED).hasSize(1);
      User user = container.select(User.class).get();
      container.select(Transactions.class).get().required(() -> user.insert(1));
    }
    assertThat(Registry.REGISTERED).isEmpty();
    assertThat(lab.items("shop")).isEqualTo(1);
  }

  @Dependent
  static final class User {
    @Inject
    @Store("shop")
    DataSource shop;

    void insert(long id) throws SQLException {
      try (Connection connection = shop.getConnection()) {
        Stores.insert(connection, "item", id);
      }
    }
  }

  /** The bean that Quarkus has. */
  static final class Server {
    @Produces
    static XAResourceRecoveryRegistry registry() {
      return new Registry();
    }
  }

  private static final class Registry implements XAResourceRecoveryRegistry {
    static final List<XAResourceRecovery> REGISTERED = new CopyOnWriteArrayList<>();

    @Override
    public void addXAResourceRecovery(XAResourceRecovery recovery) {
      REGISTERED.add(recovery);
    }

    @Override
    public void removeXAResourceRecovery(XAResourceRecovery recovery) {
      REGISTERED.remove(recovery);
    }
  }
}
