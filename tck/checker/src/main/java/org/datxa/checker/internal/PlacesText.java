package org.datxa.checker.internal;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.datxa.checker.Places;

/** Places from the properties of a deployment. */
public final class PlacesText {
  private static final Pattern KIND = Pattern.compile("stores\\.([a-z][a-z0-9_-]*)\\.kind");
  private static final Pattern DATABASE = Pattern.compile("[?&]database=([^&]+)");

  private final Properties all;
  private final Places.Builder places = Places.builder();

  private PlacesText(Properties all) {
    this.all = all;
  }

  /**
   * Reads them.
   *
   * @param all the keys
   * @return the places
   */
  public static Places.Builder read(Properties all) {
    PlacesText text = new PlacesText(all);
    for (String key : new TreeSet<>(all.stringPropertyNames())) {
      Matcher kind = KIND.matcher(key);
      if (kind.matches() && !text.check(kind.group(1), "table").isEmpty()) {
        text.store(kind.group(1), all.getProperty(key));
      }
    }
    text.journal(all.getProperty("journal", ""));
    if (all.getProperty("shape", "").equals("split")) {
      text.places.split();
    }
    return text.places;
  }

  private String check(String store, String key) {
    return all.getProperty("check." + store + "." + key, "");
  }

  private String of(String store, String key, String otherwise) {
    return all.getProperty("stores." + store + "." + key, otherwise);
  }

  private void store(String name, String kind) {
    String url = of(name, "url", "");
    String user = of(name, "user", "");
    String password = of(name, "password", "");
    String table = check(name, "table");
    String key = check(name, "key").isEmpty() ? "id" : check(name, "key");
    switch (kind) {
      case "postgresql" ->
          places.postgres(name, url, user, password, of(name, "schema", "datxa"), table, key);
      case "drevo" ->
          places.drevo(name, url, user, password, of(name, "database", "drevo"), table, key);
      case "clickhouse" ->
          places.clickHouse(name, url, user, password, database(name, url), table, key);
      case "iceberg" ->
          places.iceberg(name, catalog(name), of(name, "catalog_name", "datxa"), table, key);
      default -> throw new IllegalArgumentException("A store of an unknown kind: " + kind);
    }
  }

  private String database(String store, String url) {
    String path = url.replaceFirst("^(jdbc:(clickhouse|ch):)?([a-z]+:)?//[^/?]*/?", "");
    String named = path.replaceFirst("\\?.*", "");
    return of(store, "database", named.isEmpty() ? "default" : named);
  }

  private Map<String, String> catalog(String store) {
    String prefix = "stores." + store + ".catalog.";
    Map<String, String> catalog = new HashMap<>();
    all.stringPropertyNames().stream()
        .filter(it -> it.startsWith(prefix))
        .forEach(it -> catalog.put(it.substring(prefix.length()), all.getProperty(it)));
    return catalog;
  }

  private void journal(String url) {
    String user = all.getProperty("journal.user", "");
    String password = all.getProperty("journal.password", "");
    if (url.startsWith("store:")) {
      String store = url.substring("store:".length());
      sql(of(store, "url", ""), of(store, "user", user), of(store, "password", password));
    } else if (url.startsWith("jdbc:")) {
      sql(url, user, password);
    } else if (url.startsWith("bolt")) {
      Matcher database = DATABASE.matcher(url);
      places.journalInDrevo(
          url.replaceFirst("\\?.*", ""),
          user,
          password,
          database.find() ? database.group(1) : "drevo");
    } else if (url.startsWith("file:")) {
      places.journalInFile(Path.of(URI.create(url)).toString());
    }
  }

  private void sql(String url, String user, String password) {
    places.journalInPostgres(
        url,
        user,
        password,
        all.getProperty("journal.schema", "datxa"),
        all.getProperty("journal.table", "dat_journal"));
  }
}
