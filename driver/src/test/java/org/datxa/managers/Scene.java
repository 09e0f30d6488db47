package org.datxa.managers;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.ResourceWrapping;
import org.datxa.crash.Standstill;

/** A manager, DatXA and the other database in one process, from a file of properties. */
final class Scene implements AutoCloseable {
  private static final String OWN = "test.";

  private final Properties own = new Properties();
  private final Managed managed;
  private final OtherDatabase other;
  private final DatXA datxa;

  Scene(String file) {
    Properties datxas = new Properties();
    load(file)
        .forEach(
            (key, value) -> {
              String name = (String) key;
              (name.startsWith(OWN) ? own : datxas).put(name, value);
            });
    managed = Managed.start(own("manager"), Path.of(own("log")), own("node"));
    other = new OtherDatabase(own("other"));
    ResourceWrapping wrapping = managed.wrapping();
    datxa =
        DatXA.builder()
            .properties(datxas)
            .transactionManager(managed.manager())
            .resources(
                (resource, name) ->
                    wrapping.wrap(new TappedResource(resource, "ours", this::standStill), name))
            .start();
    managed.register(datxa);
    managed.register(other);
    managed.ready();
  }

  private static Properties load(String file) {
    Properties all = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(file))) {
      all.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /** Writes a file of properties. */
  static String write(Path file, Properties values) {
    try (Writer writer = Files.newBufferedWriter(file)) {
      values.store(writer, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file.toString();
  }

  /** The key of a property that is not DatXA's. */
  static String key(String name) {
    return OWN + name;
  }

  String own(String name) {
    return own.getProperty(OWN + name, "");
  }

  Managed managed() {
    return managed;
  }

  DatXA datxa() {
    return datxa;
  }

  void insertInOther(long id) throws Exception {
    other.insert(
        managed.manager(),
        id,
        resource ->
            managed.named(new TappedResource(resource, OtherDatabase.NAME, this::standStill)));
  }

  private void standStill(String point) {
    Standstill.at(point, own("stop"));
  }

  /** How many branches DatXA lists to the manager. */
  int listed() throws XAException {
    int listed = 0;
    for (XAResource resource : datxa.recoveryResources()) {
      listed += resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN).length;
    }
    return listed;
  }

  @Override
  public void close() {
    managed.close();
    datxa.close();
    other.close();
  }
}
