package org.datxa.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.datxa.spi.error.ConfigurationRefused;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The names of the properties, in any spelling that Spring Boot allows. */
class DatXaPropertiesTest {
  private final Map<String, Object> file = new HashMap<>();
  private final Map<String, Object> variables = new HashMap<>();

  private DatXaProperties read() {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("file", file));
    environment
        .getPropertySources()
        .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
    ConfigurationPropertySources.attach(environment);
    return DatXaProperties.of(environment);
  }

  @Test
  void everyKeyIsFoundInSnakeKebabAndCamelCase() {
    for (String key : PropertyNames.DEPLOYMENT) {
      for (String spelling : spellings(key)) {
        file.clear();
        file.put("datxa." + spelling, "1");
        assertThat(read().values()).as(spelling).isEqualTo(Map.of(key, "1"));
      }
    }
    for (String key : PropertyNames.STORE) {
      for (String spelling : spellings(key)) {
        file.clear();
        file.put("datxa.stores.shop." + spelling, "1");
        assertThat(read().values()).as(spelling).isEqualTo(Map.of("stores.shop." + key, "1"));
      }
    }
  }

  private static String[] spellings(String key) {
    StringBuilder camel = new StringBuilder();
    for (int at = 0; at < key.length(); at++) {
      char it = key.charAt(at);
      camel.append(it == '_' ? Character.toUpperCase(key.charAt(++at)) : it);
    }
    return new String[] {key, key.replace('_', '-'), camel.toString()};
  }

  @Test
  void variablesOfTheEnvironmentWinOverTheFileAndFindItsStores() {
    file.put("datxa.journal", "store:order-items");
    file.put("datxa.settle-ms", "1000");
    file.put("datxa.stores.order-items.kind", "postgresql");
    file.put("datxa.stores.order-items.pool.acquire-timeout-ms", "${wait}");
    file.put("datxa.stores.order-items.password", "from the file");
    file.put("wait", "70");
    variables.put("DATXA_SETTLEMS", "2000");
    variables.put("DATXA_JOURNAL_INTENT", "recorded");
    variables.put("DATXA_STORES_ORDERITEMS_PASSWORD", "from outside");
    variables.put("DATXA_STORES_ORDERITEMS_LOCK_TIMEOUT_MS", "80");

    assertThat(read().values())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "journal", "store:order-items",
                "journal.intent", "recorded",
                "settle_ms", "2000",
                "stores.order-items.kind", "postgresql",
                "stores.order-items.pool.acquire_timeout_ms", "70",
                "stores.order-items.lock_timeout_ms", "80",
                "stores.order-items.password", "from outside"));
    assertThat(read().kinds()).isEqualTo(Map.of("order-items", "postgresql"));
  }

  @Test
  void journalMayBeNested() {
    file.put("datxa.journal.url", "store:shop");
    file.put("datxa.journal.keepMs", "5");
    assertThat(read().values()).isEqualTo(Map.of("journal", "store:shop", "journal.keep_ms", "5"));
  }

  @Test
  void propertiesOfACatalogStayAsTheyAreSpelt() {
    file.put("datxa.stores.my_lake.catalog.catalog-impl", "x.Y");
    file.put("datxa.stores.my_lake.catalog.s3.accessKey_id", "z");
    file.put("datxa.stores.my_lake.catalogName", "n");
    assertThat(read().values())
        .isEqualTo(
            Map.of(
                "stores.my_lake.catalog.catalog-impl", "x.Y",
                "stores.my_lake.catalog.s3.accessKey_id", "z",
                "stores.my_lake.catalog_name", "n"));
  }

  @Test
  void whatIsNotKnownIsPassedOnToBeRefusedOrTaken() {
    file.put("datxa.no-such-key", "1");
    file.put("datxa.stores.graph.fence-wait-ms", "2");
    file.put("datxa.enabled", "true");
    file.put("datxa.primary", "graph");
    DatXaProperties read = read();
    assertThat(read.values())
        .isEqualTo(Map.of("no_such_key", "1", "stores.graph.fence_wait_ms", "2"));
    assertThat(read.primary()).contains("graph");
    assertThat(read).hasToString("DatXaProperties[no_such_key, stores.graph.fence_wait_ms]");
  }

  @Test
  void whenTwoNamesAreOneToSpring_itIsRefused() {
    file.put("datxa.stores.order-items.kind", "postgresql");
    file.put("datxa.stores.order_items.kind", "clickhouse");
    assertThatThrownBy(this::read)
        .isInstanceOf(ConfigurationRefused.class)
        .hasMessageContaining("[order-items, order_items] have one name");
  }
}
