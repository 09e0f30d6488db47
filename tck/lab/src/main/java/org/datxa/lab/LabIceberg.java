package org.datxa.lab;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * The properties of an Iceberg catalog: those of the file that {@code DATXA_LAB_ICEBERG} names,
 * else of a JDBC catalog in a database of its own of the lab's PostgreSQL, with its warehouse in a
 * temporary folder. The lab itself does not use Iceberg.
 */
public final class LabIceberg implements AutoCloseable {

  private final Map<String, String> properties;
  private final Path temporary;

  private LabIceberg(Map<String, String> properties, Path temporary) {
    this.properties = properties;
    this.temporary = temporary;
  }

  /**
   * Prepares a new, empty catalog, or takes the one of the user's.
   *
   * @param postgres the server that holds the catalog's tables; not used for one of the user's
   * @return the catalog's properties
   */
  public static LabIceberg in(LabPostgres postgres) {
    return LabSettings.text("datxa.lab.iceberg", "DATXA_LAB_ICEBERG")
        .map(file -> new LabIceberg(read(Path.of(file)), null))
        .orElseGet(() -> create(postgres));
  }

  private static LabIceberg create(LabPostgres postgres) {
    Path warehouse = LabFolders.temporary("iceberg");
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("catalog-impl", "org.apache.iceberg.jdbc.JdbcCatalog");
    properties.put("uri", postgres.jdbcUrl(postgres.newDatabase("iceberg")));
    properties.put("jdbc.user", postgres.user());
    properties.put("jdbc.password", postgres.password());
    properties.put("jdbc.schema-version", "V1");
    properties.put("warehouse", warehouse.toString());
    return new LabIceberg(properties, warehouse);
  }

  private static Map<String, String> read(Path file) {
    Properties read = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      read.load(reader);
    } catch (IOException e) {
      throw new LabException("The catalog's properties cannot be read from " + file, e);
    }
    Map<String, String> properties = new LinkedHashMap<>();
    read.stringPropertyNames().stream()
        .sorted()
        .forEach(name -> properties.put(name, read.getProperty(name)));
    return properties;
  }

  /**
   * What the catalog is loaded with.
   *
   * @return the properties, {@code catalog-impl} among them
   */
  public Map<String, String> catalogProperties() {
    return Map.copyOf(properties);
  }

  /** Removes the warehouse when it is the lab's own. */
  @Override
  public void close() {
    if (temporary != null) {
      LabFolders.delete(temporary);
    }
  }
}
