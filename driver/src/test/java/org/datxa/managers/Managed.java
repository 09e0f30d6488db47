package org.datxa.managers;

import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.ResourceWrapping;

/** A transaction manager with a log on disk, whose recovery runs when it is told to. */
public interface Managed extends AutoCloseable {
  /** The manager itself. */
  TransactionManager manager();

  /** What the module for this manager puts around the resources of DatXA. */
  ResourceWrapping wrapping();

  /** Registers DatXA as the module for this manager does. */
  AutoCloseable register(DatXA datxa);

  /** Lets the manager's recovery work with the other database, under the name {@code other}. */
  AutoCloseable register(OtherDatabase other);

  /** Begins work: everything is registered. */
  void ready();

  /** What a resource of the other database has to be wrapped in to be enlisted. */
  XAResource named(XAResource resource);

  /** One pass of the manager's recovery. */
  void scan();

  /** What the manager's log still holds. */
  List<String> records();

  @Override
  void close();

  /**
   * Starts a manager in this process, once.
   *
   * @param type its class, with a constructor for the next two
   * @param log the folder of its log
   * @param node its name, unique and the same after a restart
   */
  static Managed start(String type, Path log, String node) {
    try {
      return Class.forName(type)
          .asSubclass(Managed.class)
          .getConstructor(Path.class, String.class)
          .newInstance(log, node);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
