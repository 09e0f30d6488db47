package org.datxa.spi;

import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.datxa.spi.error.StoreException;

/**
 * A configured system: a name, a kind, a place. A store is either a {@link TwoPhaseStore} or a
 * {@link PostDecisionStore}.
 *
 * <p><b>The engine promises</b> that {@link #check()} and {@link #bind(UUID)} are called before any
 * branch is begun, that every branch it begins is ended exactly once, and that {@link #close()}
 * comes last.
 *
 * <p><b>You must</b> answer every call within a bound of your own (connection, socket and statement
 * timeouts), and answer with one of three things only: a result, which means that the effect is
 * there; {@link org.datxa.spi.error.StoreRefused}, which means that it certainly is not and never
 * will be; or {@link org.datxa.spi.error.StoreUnknown}, which means that it may be there now,
 * later, or never. A lost connection after something was sent is unknown (rule E2 of SPEC.md).
 *
 * <p><b>Concurrency.</b> All methods may be called from any number of threads.
 */
public interface Store extends AutoCloseable {
  /**
   * The name in the configuration.
   *
   * @return a name legal by {@link StoreName}
   */
  String name();

  /**
   * The kind in the configuration.
   *
   * @return the word of the provider that made it
   */
  String kind();

  /**
   * Where this store keeps its applied markers, in a form in which two stores that would share
   * markers give the same text: server, port, database and schema for SQL. Without secrets. Rule M1
   * of SPEC.md: two stores with one place are refused.
   *
   * @return the place
   */
  String appliedLocation();

  /**
   * Looks at everything that a branch will need: server reachable, right version and settings,
   * marker tables there or made now. Reports all it finds, never only the first.
   *
   * @return the findings; empty when the store can be used
   */
  List<Finding> check();

  /**
   * Binds the name of this store, in the store itself, to its place of markers and to the journal.
   * Repeating it with the same journal changes nothing. Rules R3 and J6 of SPEC.md.
   *
   * @param journalId the identity of the journal that decides for this store
   * @return the findings; one of them when the name or the place is bound to another journal
   *     already
   */
  List<Finding> bind(UUID journalId);

  /**
   * Begins the branch of one meta-transaction. May be lazy: nothing need be sent before the first
   * work.
   *
   * @param start what is known of the meta-transaction
   * @return the branch; the caller ends it
   * @throws StoreException if no branch could be begun; nothing is left behind
   */
  Branch begin(BranchStart start) throws StoreException;

  /**
   * Free space at the place where the store writes.
   *
   * @return bytes, or empty when the store cannot tell
   */
  OptionalLong freeBytes();

  /**
   * The kind of an error that the store's client raised.
   *
   * @param error what was raised
   * @return the kind; {@link ErrorKind#PERMANENT} when nothing better is known
   */
  ErrorKind classify(Throwable error);

  /**
   * What the application works with, for example {@code javax.sql.DataSource}.
   *
   * @param type the type wanted
   * @param <T> the type wanted
   * @return the facade; the same object each time
   * @throws IllegalArgumentException if this store offers no such facade; the message names those
   *     it offers
   */
  <T> T facade(Class<T> type);

  /** Closes pools and clients. Prepared branches and staged data stay. Repeating it is harmless. */
  @Override
  void close();
}
