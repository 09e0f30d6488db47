package org.datxa.bridge.iceberg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.datxa.bridge.iceberg.IcebergTables;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.Finding;
import org.datxa.spi.PostDecisionStore;
import org.datxa.spi.Store;
import org.datxa.spi.StoreConfig;
import org.datxa.spi.StoreProvider;
import org.datxa.spi.error.StoreException;
import org.datxa.spi.error.StoreRefused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreSetupTest {
  private static StoreConfig config(String... properties) {
    Map<String, String> all = new HashMap<>();
    all.put("catalog.type", "jdbc");
    all.put("catalog.uri", "jdbc:postgresql://u:secret@h:1/d?password=secret");
    all.put("catalog.warehouse", "/w/../w/x");
    for (int i = 0; i < properties.length; i += 2) {
      all.put(properties[i], properties[i + 1]);
    }
    return new StoreConfig("lake", "iceberg", all);
  }

  private static Store open(StoreConfig config) {
    StoreProvider provider =
        ServiceLoader.load(StoreProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(one -> one.kind().equals("iceberg"))
            .findFirst()
            .orElseThrow();
    return provider.open(config, new FakeParticipation());
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc, jdbc:postgresql://h/d, jdbc.connectTimeout, 10",
    "jdbc, jdbc:postgresql://h/d, jdbc.socketTimeout, 30",
    "jdbc, jdbc:mysql://h/d, jdbc.connectTimeout, 10000",
    "jdbc, jdbc:mysql://h/d, jdbc.socketTimeout, 30000",
    "jdbc, jdbc:mariadb://h/d, jdbc.connectTimeout, 10000",
    "jdbc, jdbc:mariadb://h/d, jdbc.socketTimeout, 30000",
    "rest, http://h/c, rest.client.connection-timeout-ms, 10000",
    "rest, http://h/c, rest.client.socket-timeout-ms, 30000"
  })
  void aClientThatWouldWaitWithoutEnd_isBoundedUnlessItIsToldOtherwise(
      String type, String uri, String key, String value) {
    assertThat(IcebergSettings.of(config("catalog.type", type, "catalog.uri", uri)).catalog())
        .containsEntry(key, value);
    assertThat(
            IcebergSettings.of(
                    config("catalog.type", type, "catalog.uri", uri, "catalog." + key, "7"))
                .catalog())
        .containsEntry(key, "7");
  }

  @Test
  void storeIsMadeWithoutItsCatalog_andTellsItsPlaceWithoutSecrets() {
    try (Store store = open(config())) {
      assertThat(store).isInstanceOf(PostDecisionStore.class);
      assertThat(store.appliedLocation())
          .isEqualTo("iceberg:jdbc|jdbc:postgresql://h:1/d|datxa|/w/x");
      assertThat(IcebergSettings.of(config()).toString()).doesNotContain("secret");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "no_such_key,1",
    "inline_append_bytes,-1",
    "marker.retention_ms,5",
    "catalog.type,''"
  })
  void badProperty_isRefusedByName(String key, String value) {
    StoreConfig config =
        value.isEmpty() ? new StoreConfig("lake", "iceberg", Map.of()) : config(key, value);

    assertThatThrownBy(() -> IcebergSettings.of(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key);
  }

  @Test
  void localWarehouse_getsTheDurableFiles() {
    assertThat(IcebergSettings.of(config()).catalog())
        .containsEntry("io-impl", LocalFileIO.class.getName());
    assertThat(IcebergSettings.of(config("catalog.io-impl", "mine")).catalog())
        .containsEntry("io-impl", "mine");
    assertThat(IcebergSettings.of(config("catalog.warehouse", "s3://b/w")).catalog())
        .doesNotContainKey("io-impl");
  }

  @Test
  void hadoopCatalog_isRefusedUnlessDeclaredSingleProcess() {
    assertThat(problems("catalog.type", "hadoop")).anyMatch(one -> one.contains("HadoopCatalog"));
    assertThat(problems("catalog.type", "hadoop", "warehouse.single_process", "true"))
        .noneMatch(one -> one.contains("HadoopCatalog loses"));
  }

  private static List<String> problems(String... properties) {
    try (Store store = open(config(properties))) {
      return store.check().stream().map(Finding::problem).toList();
    }
  }

  @Test
  void everyFindingIsReported() {
    assertThat(
            problems(
                "catalog.uri", "jdbc:postgresql://127.0.0.1:1/d", "catalog.warehouse", "/proc/no"))
        .hasSize(2)
        .noneMatch(one -> one.contains("secret"));
  }

  @Test
  void goodStore_hasNoFindingsAndKnowsItsDisk() {
    try (StoreFixture fixture = new StoreFixture()) {
      assertThat(fixture.store().check()).isEmpty();
      assertThat(fixture.store().freeBytes().getAsLong()).isPositive();
      assertThat(fixture.store().bind(fixture.journal())).isEmpty();
      assertThat(fixture.store().bind(UUID.randomUUID())).hasSize(1);
      assertThat(fixture.store().facade(IcebergTables.class))
          .isSameAs(fixture.store().facade(IcebergTables.class));
      assertThatThrownBy(() -> fixture.store().facade(DataSource.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("IcebergTables");
      assertThat(fixture.store().needsClaim()).isFalse();
    }
  }

  @Test
  void damagedPayload_isRefusedForGood() throws StoreException {
    try (StoreFixture fixture = new StoreFixture()) {
      fixture.createOrders();
      DecidedBranch branch = fixture.staged("shop.orders", StoreFixture.orders(1));
      byte[] bytes = branch.payload().bytes();
      bytes[bytes.length - 1]++;
      DecidedBranch damaged = StoreFixture.with(branch, bytes);

      assertThatThrownBy(() -> fixture.store().probe(damaged))
          .isInstanceOfSatisfying(
              StoreRefused.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.PERMANENT));
      assertThatThrownBy(() -> fixture.store().apply(damaged, 0, StoreFixture.CLAIM))
          .isInstanceOf(StoreRefused.class);
      assertThatThrownBy(() -> fixture.store().discard(branch.gid().datTxn(), damaged.payload()))
          .isInstanceOf(StoreRefused.class);
    }
  }

  @Test
  void localFiles_goWithTheirFolderAndAreListedBelowAPrefix(@TempDir Path folder) throws Exception {
    LocalFileIO files = new LocalFileIO();
    String base = "file:" + folder + "/a";
    for (String name : new String[] {"/b/1", "/b/2", "/c/3"}) {
      try (var out = files.newOutputFile(base + name).create()) {
        out.write(new byte[100_000]);
        out.write(7);
        assertThat(out.getPos()).isEqualTo(100_001);
      }
    }

    assertThat(files.listPrefix(base + "/b"))
        .extracting(file -> file.location())
        .containsExactlyInAnyOrder(base + "/b/1", base + "/b/2");
    assertThat(files.newInputFile(base + "/b/1").getLength()).isEqualTo(100_001);
    assertThatThrownBy(() -> files.newOutputFile(base + "/b/1").create())
        .isInstanceOf(AlreadyExistsException.class);
    files.deleteFile(base + "/c/3");
    files.deleteFile(base + "/c/3");
    assertThat(Files.exists(folder.resolve("a/c"))).isFalse();
    assertThat(files.listPrefix(base + "/c")).isEmpty();
  }
}
