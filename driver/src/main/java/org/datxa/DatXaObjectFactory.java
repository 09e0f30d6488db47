package org.datxa;

import jakarta.transaction.TransactionManager;
import java.util.Hashtable;
import java.util.Objects;
import java.util.Optional;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.ObjectFactory;
import org.datxa.internal.NamedDeployments;

/**
 * Resolves what JNDI holds of DatXA: a {@link Reference} to a store by its name, of the type that
 * it is worked with, such as {@code javax.sql.DataSource}.
 *
 * <p>A reference without a configuration is to the deployment that was {@linkplain #offer offered}.
 * One with a configuration starts a deployment when it is first looked up; references of equal
 * configuration and transaction manager share it, so that one transaction covers their stores. A
 * configuration is the name of a properties file, on the class path or in the file system, and
 * nothing else: who can bind a reference can thereby not choose the servers that are connected to.
 *
 * <p><b>Concurrency.</b> Any number of threads.
 */
public final class DatXaObjectFactory implements ObjectFactory {
  /** The address that names the store. */
  public static final String STORE = "store";

  /** The address that names the properties file; without it the offered deployment is meant. */
  public static final String CONFIGURATION = "configuration";

  /** The address that names the transaction manager in JNDI; without it there is none. */
  public static final String TRANSACTION_MANAGER = "transactionManager";

  private static final NamedDeployments<DatXA> DEPLOYMENTS = new NamedDeployments<>();

  /** Made by JNDI. */
  public DatXaObjectFactory() {}

  /**
   * A reference to a store of the offered deployment.
   *
   * @param store the name of the store
   * @param type what it is worked with
   * @return the reference, to be bound
   */
  public static Reference reference(String store, Class<?> type) {
    Objects.requireNonNull(store, "store");
    Reference reference = new Reference(type.getName(), DatXaObjectFactory.class.getName(), null);
    reference.add(new StringRefAddr(STORE, store));
    return reference;
  }

  /**
   * Makes a running deployment the one that references without a configuration mean.
   *
   * @param datxa the deployment; withdraw it before it is closed
   */
  public static void offer(DatXA datxa) {
    DEPLOYMENTS.offer(Objects.requireNonNull(datxa, "datxa"));
  }

  /**
   * Takes back an offer.
   *
   * @param datxa the deployment; if it was not offered, nothing happens
   */
  public static void withdraw(DatXA datxa) {
    DEPLOYMENTS.withdraw(datxa);
  }

  /** Closes all that look-ups have started. A later look-up starts anew. */
  public static void closeStarted() {
    DEPLOYMENTS.closeStarted();
  }

  /**
   * Resolves a reference.
   *
   * @return what the store is worked with, or null if it is no reference to a store of DatXA
   * @throws NamingException if it cannot be resolved, with the reason
   */
  @Override
  public Object getObjectInstance(
      Object object, Name name, Context context, Hashtable<?, ?> environment)
      throws NamingException {
    if (!(object instanceof Reference reference)
        || !DatXaObjectFactory.class.getName().equals(reference.getFactoryClassName())) {
      return null;
    }
    String store =
        address(reference, STORE)
            .orElseThrow(() -> new NamingException("It has no address '" + STORE + "'."));
    DatXA datxa = deployment(reference, environment);
    try {
      return datxa.facade(store, type(reference));
    } catch (IllegalArgumentException e) {
      throw failed(e);
    }
  }

  private static DatXA deployment(Reference reference, Hashtable<?, ?> environment)
      throws NamingException {
    Optional<String> file = address(reference, CONFIGURATION);
    if (file.isEmpty()) {
      return DEPLOYMENTS
          .offered()
          .orElseThrow(
              () ->
                  new NamingException(
                      "Not exactly one deployment of DatXA is offered; offer one, or add the"
                          + " address '"
                          + CONFIGURATION
                          + "'."));
    }
    Optional<String> manager = address(reference, TRANSACTION_MANAGER);
    try {
      return DEPLOYMENTS.started(
          file.get() + "\n" + manager.orElse(""), () -> start(file.get(), manager, environment));
    } catch (NamingException e) {
      throw e;
    } catch (Exception e) {
      throw failed(e);
    }
  }

  @SuppressWarnings(
      "BanJNDI") // who binds the reference chooses names in the JNDI that it is bound in
  private static DatXA start(String file, Optional<String> manager, Hashtable<?, ?> environment)
      throws Exception {
    DatXaBuilder builder = DatXA.builder().properties(NamedDeployments.read(file));
    if (manager.isPresent()) {
      Object found = new InitialContext(environment).lookup(manager.get());
      if (!(found instanceof TransactionManager of)) {
        throw new NamingException("'" + manager.get() + "' is no TransactionManager.");
      }
      builder.transactionManager(of);
    }
    return builder.start();
  }

  private static Class<?> type(Reference reference) throws NamingException {
    try {
      return Class.forName(reference.getClassName(), false, NamedDeployments.loader());
    } catch (ClassNotFoundException e) {
      throw failed(e);
    }
  }

  private static Optional<String> address(Reference reference, String type) {
    RefAddr address = reference.get(type);
    return address != null && address.getContent() instanceof String text && !text.isBlank()
        ? Optional.of(text.strip())
        : Optional.empty();
  }

  private static NamingException failed(Exception cause) {
    NamingException failure = new NamingException(cause.toString());
    failure.initCause(cause);
    return failure;
  }
}
