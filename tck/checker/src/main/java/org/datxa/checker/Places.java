package org.datxa.checker;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.datxa.checker.internal.ClickHouseReader;
import org.datxa.checker.internal.ClickHouseSource;
import org.datxa.checker.internal.DrevoJournal;
import org.datxa.checker.internal.DrevoReader;
import org.datxa.checker.internal.DrevoSource;
import org.datxa.checker.internal.IcebergReader;
import org.datxa.checker.internal.JournalReader;
import org.datxa.checker.internal.PlacesText;
import org.datxa.checker.internal.PostgresReader;
import org.datxa.checker.internal.SqlJournal;
import org.datxa.checker.internal.SqlSource;
import org.datxa.checker.internal.StoreReader;

/** Where the stores and the journal of a deployment are, and what may be expected of them. */
public final class Places {
  private final List<StoreReader> stores;
  private final Set<String> unmarked;
  private final JournalReader journal;
  private final boolean running;
  private final boolean unswept;

  private Places(Builder builder) {
    this.stores = List.copyOf(builder.stores);
    this.unmarked = Set.copyOf(builder.unmarked);
    this.journal = builder.journal;
    this.running = builder.running;
    this.unswept = builder.unswept;
  }

  /**
   * Describes places.
   *
   * @return a builder without any
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The places that the configuration of a deployment names ({@code stores.<name>.kind} and so on,
   * {@code journal}, {@code shape}), with the table or label to look at: {@code
   * check.<name>.table}, {@code check.<name>.key} (default {@code id}). A store without a table is
   * not looked at.
   *
   * @param deployment the keys of the deployment and those of the check
   * @return a builder with all of them, to which more can be added
   */
  public static Builder of(Properties deployment) {
    return PlacesText.read(deployment);
  }

  List<StoreReader> stores() {
    return stores;
  }

  Optional<JournalReader> journal() {
    return Optional.ofNullable(journal);
  }

  boolean isMarked(String store) {
    return !unmarked.contains(store);
  }

  boolean isRunning() {
    return running;
  }

  boolean isUnswept() {
    return unswept;
  }

  /** Describes places, one after the other. */
  public static final class Builder {
    private final List<StoreReader> stores = new ArrayList<>();
    private final Set<String> unmarked = new HashSet<>();
    private JournalReader journal;
    private boolean running;
    private boolean unswept;

    private Builder() {}

    /**
     * A PostgreSQL store whose markers are in the schema {@code datxa}.
     *
     * @param name its name in the deployment
     * @param url its JDBC address
     * @param user the user; empty when the address tells
     * @param password the password; empty when none is needed
     * @param table the table, with or without its schema
     * @param key the key column
     * @return this builder
     */
    public Builder postgres(
        String name, String url, String user, String password, String table, String key) {
      return postgres(name, url, user, password, "datxa", table, key);
    }

    /**
     * A PostgreSQL store whose markers are in another schema.
     *
     * @param name its name in the deployment
     * @param url its JDBC address
     * @param user the user; empty when the address tells
     * @param password the password; empty when none is needed
     * @param schema the schema of the markers
     * @param table the table, with or without its schema
     * @param key the key column
     * @return this builder
     */
    public Builder postgres(
        String name,
        String url,
        String user,
        String password,
        String schema,
        String table,
        String key) {
      return add(new PostgresReader(name, new SqlSource(url, user, password), table, key, schema));
    }

    /**
     * A ClickHouse store whose markers are in the table's database.
     *
     * @param name its name in the deployment
     * @param url its HTTP or JDBC address
     * @param user the user; empty for the server's default
     * @param password the password
     * @param database the database
     * @param table the table
     * @param key the key column
     * @return this builder
     */
    public Builder clickHouse(
        String name,
        String url,
        String user,
        String password,
        String database,
        String table,
        String key) {
      return add(
          new ClickHouseReader(
              name, new ClickHouseSource(url, user, password), database, table, key));
    }

    /**
     * An Iceberg store.
     *
     * @param name its name in the deployment
     * @param catalog the properties of the catalog
     * @param table the table with its namespace
     * @param key the key column
     * @return this builder
     */
    public Builder iceberg(String name, Map<String, String> catalog, String table, String key) {
      return iceberg(name, catalog, "datxa", table, key);
    }

    /**
     * An Iceberg store whose catalog keeps its tables under a name of its own.
     *
     * @param name its name in the deployment
     * @param catalog the properties of the catalog
     * @param catalogName that name
     * @param table the table with its namespace
     * @param key the key column
     * @return this builder
     */
    public Builder iceberg(
        String name, Map<String, String> catalog, String catalogName, String table, String key) {
      return add(new IcebergReader(name, catalog, catalogName, table, key));
    }

    /**
     * A drevo store.
     *
     * @param name its name in the deployment
     * @param url its Bolt address
     * @param user the user; empty when none is sent
     * @param password the password
     * @param database the graph
     * @param label the label of the nodes
     * @param key the property that tells one from another
     * @return this builder
     */
    public Builder drevo(
        String name,
        String url,
        String user,
        String password,
        String database,
        String label,
        String key) {
      return add(new DrevoReader(name, new DrevoSource(url, user, password, database), label, key));
    }

    /**
     * Any store that can be read.
     *
     * @param reader what reads it
     * @return this builder
     */
    Builder add(StoreReader reader) {
      stores.add(reader);
      return this;
    }

    /**
     * The journal is in PostgreSQL, in the schema {@code datxa}; also that of a co-located one.
     *
     * @param url the JDBC address of its database
     * @param user the user; empty when the address tells
     * @param password the password; empty when none is needed
     * @return this builder
     */
    public Builder journalInPostgres(String url, String user, String password) {
      return journalInPostgres(url, user, password, "datxa", "dat_journal");
    }

    /**
     * The journal is in PostgreSQL at another place.
     *
     * @param url the JDBC address of its database
     * @param user the user; empty when the address tells
     * @param password the password; empty when none is needed
     * @param schema its schema
     * @param table its table
     * @return this builder
     */
    public Builder journalInPostgres(
        String url, String user, String password, String schema, String table) {
      journal = new SqlJournal(new SqlSource(url, user, password), schema, table);
      return this;
    }

    /**
     * The journal is in a drevo graph.
     *
     * @param url its Bolt address
     * @param user the user; empty when none is sent
     * @param password the password
     * @param database the graph
     * @return this builder
     */
    public Builder journalInDrevo(String url, String user, String password, String database) {
      journal = new DrevoJournal(new DrevoSource(url, user, password, database));
      return this;
    }

    /**
     * The journal is in a file, which no engine may have open now.
     *
     * @param file the path as it is configured, without suffix
     * @return this builder
     */
    public Builder journalInFile(String file) {
      String url = "jdbc:h2:file:" + file + ";IFEXISTS=TRUE;ACCESS_MODE_DATA=r";
      journal = new SqlJournal(new SqlSource(url, "", ""), "datxa", "dat_journal");
      return this;
    }

    /**
     * Two-phase stores answer a transaction manager themselves ({@code shape=split}), so they keep
     * no markers and stand in no record.
     *
     * @return this builder
     */
    public Builder split() {
      stores.stream().filter(StoreReader::twoPhase).forEach(it -> unmarked.add(it.name()));
      return this;
    }

    /**
     * A store keeps no markers and stands in no record.
     *
     * @param name its name
     * @return this builder
     */
    public Builder unmarked(String name) {
      unmarked.add(name);
      return this;
    }

    /**
     * Somebody is still at work: unfinished records and prepared transactions are no violations,
     * and what such a transaction should hold is not judged.
     *
     * @return this builder
     */
    public Builder running() {
      running = true;
      return this;
    }

    /**
     * Staged files were not swept yet: those of transactions without an answer may be left.
     *
     * @return this builder
     */
    public Builder unswept() {
      unswept = true;
      return this;
    }

    /**
     * Makes the places.
     *
     * @return the places
     */
    public Places build() {
      return new Places(this);
    }
  }
}
