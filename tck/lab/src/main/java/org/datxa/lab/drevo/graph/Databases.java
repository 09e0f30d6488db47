package org.datxa.lab.drevo.graph;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The databases of one server, by name. */
public final class Databases implements AutoCloseable {

  /** The name of the database that is always there. */
  public static final String DEFAULT = "drevo";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,62}");

  private final Path folder;
  private final Clock clock;
  private final Supplier<Behaviour> behaviour;
  private final FaultPoint faults;
  private final Map<String, Database> open = new ConcurrentSkipListMap<>();

  private Databases(Path folder, Clock clock, Supplier<Behaviour> behaviour, FaultPoint faults) {
    this.folder = folder;
    this.clock = clock;
    this.behaviour = behaviour;
    this.faults = faults;
  }

  /**
   * Opens all databases of a folder.
   *
   * @param data the folder
   * @param clock what tells the age of a prepared transaction
   * @param behaviour how they behave now
   * @param faults where faults happen
   * @return the databases
   * @throws IOException when one cannot be opened
   */
  public static Databases open(
      Path data, Clock clock, Supplier<Behaviour> behaviour, FaultPoint faults) throws IOException {
    Databases databases = new Databases(data.resolve("databases"), clock, behaviour, faults);
    try {
      databases.openAll(data);
      return databases;
    } catch (IOException | RuntimeException e) {
      databases.close();
      throw e;
    }
  }

  private void openAll(Path data) throws IOException {
    Files.createDirectories(folder);
    open.put(DEFAULT, Database.open(DEFAULT, data, clock, behaviour, faults));
    try (Stream<Path> folders = Files.list(folder)) {
      for (Path found : folders.sorted().toList()) {
        openNamed(found.getFileName().toString());
      }
    }
  }

  private void openNamed(String name) throws IOException {
    open.put(name, Database.open(name, folder.resolve(name), clock, behaviour, faults));
  }

  /**
   * Finds a database.
   *
   * @param name its name
   * @return the database, or empty when there is none
   */
  public Optional<Database> find(String name) {
    return Optional.ofNullable(open.get(name));
  }

  /**
   * Creates a database.
   *
   * @param name its name
   * @return false when it is there already
   * @throws DrevoFailure when the name is none
   * @throws IOException when it cannot be written
   */
  public synchronized boolean create(String name) throws IOException {
    if (!NAME.matcher(name).matches()) {
      throw new DrevoFailure(
          Codes.SEMANTIC_ERROR, "no name of a database: " + RustText.quoted(name));
    }
    if (open.containsKey(name)) {
      return false;
    }
    openNamed(name);
    LogFile.syncFolder(folder);
    return true;
  }

  /**
   * All databases.
   *
   * @return their names, ascending
   */
  public List<String> names() {
    return List.copyOf(open.keySet());
  }

  /** Rolls back heuristically, in every database, what has been prepared for too long. */
  public void tick() {
    open.values().forEach(Database::tick);
  }

  @Override
  public void close() throws IOException {
    for (Database database : open.values()) {
      database.close();
    }
  }
}
