package org.datxa.bridge.iceberg.internal;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.datxa.bridge.iceberg.LocalFileIO;
import org.datxa.spi.StoreConfig;

/**
 * The configuration of one Iceberg store, checked.
 *
 * @param store the name of the store
 * @param catalogName the name under which the catalog keeps its tables
 * @param catalog what the catalog is built from
 * @param inlineBytes up to how many bytes of rows travel in the payload
 * @param markerRetentionMs how long a marker is kept as a table property
 * @param singleProcess whether the user declared that one process alone writes the warehouse
 * @param commitTimeoutMs for how long one apply goes on against concurrent writers
 */
public record IcebergSettings(
    String store,
    String catalogName,
    Map<String, String> catalog,
    long inlineBytes,
    long markerRetentionMs,
    boolean singleProcess,
    long commitTimeoutMs) {
  private static final String PREFIX = "catalog.";
  private static final long DAY_MS = 86_400_000L;
  private static final Set<String> KNOWN =
      Set.of(
          "catalog_name",
          "inline_append_bytes",
          "marker.retention_ms",
          "warehouse.single_process",
          "commit.timeout_ms");

  /** Copies the properties. */
  public IcebergSettings {
    catalog = Map.copyOf(catalog);
  }

  /**
   * Reads a configuration.
   *
   * @param config the configuration
   * @return the settings
   */
  public static IcebergSettings of(StoreConfig config) {
    refuseUnknown(config);
    Map<String, String> catalog = catalogProperties(config);
    if (!catalog.containsKey(CatalogProperties.CATALOG_IMPL)
        && !catalog.containsKey(CatalogUtil.ICEBERG_CATALOG_TYPE)) {
      throw new IllegalArgumentException(
          "Store '" + config.name() + "' needs 'catalog.catalog-impl' or 'catalog.type'.");
    }
    return new IcebergSettings(
        config.name(),
        config.optional("catalog_name").orElse("datxa"),
        catalog,
        config.number("inline_append_bytes", 262_144, 0, 64L << 20),
        config.number("marker.retention_ms", 3 * DAY_MS, 2 * DAY_MS, 3_650 * DAY_MS), // J5
        config.flag("warehouse.single_process", false),
        config.number("commit.timeout_ms", 30_000, 100, 600_000));
  }

  private static void refuseUnknown(StoreConfig config) {
    Set<String> unknown = new TreeSet<>(config.properties().keySet());
    unknown.removeIf(key -> key.startsWith(PREFIX) || KNOWN.contains(key));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "Store '"
              + config.name()
              + "' has unknown properties "
              + unknown
              + ". Legal are "
              + new TreeSet<>(KNOWN)
              + " and 'catalog.*'.");
    }
  }

  private static Map<String, String> catalogProperties(StoreConfig config) {
    Map<String, String> catalog = new HashMap<>();
    config
        .properties()
        .forEach(
            (key, value) -> {
              if (key.startsWith(PREFIX)) {
                catalog.put(key.substring(PREFIX.length()), value);
              }
            });
    if (localFolder(catalog.get(CatalogProperties.WAREHOUSE_LOCATION)).isPresent()) {
      catalog.putIfAbsent(CatalogProperties.FILE_IO_IMPL, LocalFileIO.class.getName());
    }
    bounds(catalog).forEach(catalog::putIfAbsent);
    if (isPostgres(catalog)) {
      // What an idle connection answers whose server was stopped: another one is tried then.
      // Iceberg
      // does so by itself for those that say nothing.
      catalog.putIfAbsent("retryable_status_codes", "57P01,57P02,57P03");
    }
    return catalog;
  }

  private static boolean isPostgres(Map<String, String> catalog) {
    return catalog.getOrDefault(CatalogProperties.URI, "").startsWith("jdbc:postgresql:");
  }

  /** Catalogs whose clients wait without end for an answer unless they are told otherwise. */
  private static Map<String, String> bounds(Map<String, String> catalog) {
    String uri = catalog.getOrDefault(CatalogProperties.URI, "");
    if (isPostgres(catalog)) {
      return Map.of("jdbc.connectTimeout", "10", "jdbc.socketTimeout", "30");
    }
    if (uri.startsWith("jdbc:mysql:") || uri.startsWith("jdbc:mariadb:")) {
      return Map.of("jdbc.connectTimeout", "10000", "jdbc.socketTimeout", "30000");
    }
    return isRest(catalog)
        ? Map.of(
            "rest.client.connection-timeout-ms", "10000", "rest.client.socket-timeout-ms", "30000")
        : Map.of();
  }

  private static boolean isRest(Map<String, String> catalog) {
    return CatalogUtil.ICEBERG_CATALOG_TYPE_REST.equalsIgnoreCase(
            catalog.get(CatalogUtil.ICEBERG_CATALOG_TYPE))
        || CatalogUtil.ICEBERG_CATALOG_REST.equals(catalog.get(CatalogProperties.CATALOG_IMPL));
  }

  /** The folder of a warehouse on a local disk. */
  static Optional<Path> localFolder(String warehouse) {
    if (warehouse == null) {
      return Optional.empty();
    }
    if (warehouse.startsWith("/")) {
      return Optional.of(Path.of(warehouse));
    }
    return warehouse.startsWith("file:")
        ? Optional.of(Path.of(URI.create(warehouse).getPath()))
        : Optional.empty();
  }

  Optional<Path> warehouseFolder() {
    return localFolder(catalog.get(CatalogProperties.WAREHOUSE_LOCATION));
  }

  boolean hadoopCatalog() {
    return "hadoop".equalsIgnoreCase(catalog.get(CatalogUtil.ICEBERG_CATALOG_TYPE))
        || CatalogUtil.ICEBERG_CATALOG_HADOOP.equals(catalog.get(CatalogProperties.CATALOG_IMPL));
  }

  /** Without secrets: which catalog, where, which warehouse. */
  String location() {
    String kind =
        catalog.getOrDefault(
            CatalogProperties.CATALOG_IMPL, catalog.get(CatalogUtil.ICEBERG_CATALOG_TYPE));
    String folder =
        warehouseFolder()
            .map(path -> path.toAbsolutePath().normalize().toString())
            .orElse(catalog.getOrDefault(CatalogProperties.WAREHOUSE_LOCATION, ""));
    return "iceberg:" + kind + "|" + uriWithoutSecrets() + "|" + catalogName + "|" + folder;
  }

  private String uriWithoutSecrets() {
    String uri = catalog.getOrDefault(CatalogProperties.URI, "");
    int query = uri.indexOf('?');
    String plain = query < 0 ? uri : uri.substring(0, query);
    return plain.replaceFirst("//[^/@]*@", "//");
  }

  @Override
  public String toString() {
    return "IcebergSettings[" + store + ", keys=" + new TreeSet<>(catalog.keySet()) + "]";
  }
}
