package org.datxa.cdi.internal;

import jakarta.enterprise.inject.Instance;
import jakarta.transaction.TransactionManager;
import java.util.List;
import java.util.Optional;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The container's transaction manager. */
final class Managers {
  private static final Logger LOG = LoggerFactory.getLogger("org.datxa.cdi");

  /** WildFly's, that of GlassFish and Payara, and where others keep it. */
  private static final List<String> NAMES =
      List.of(
          "java:jboss/TransactionManager",
          "java:appserver/TransactionManager",
          "java:comp/TransactionManager",
          "java:/TransactionManager");

  private Managers() {}

  /** The only bean of the type, else what stands under one of the names. */
  static Optional<TransactionManager> find(Instance<Object> beans) {
    Instance<TransactionManager> bean = beans.select(TransactionManager.class);
    if (bean.isResolvable()) {
      return Optional.of(bean.get());
    }
    Optional<TransactionManager> named =
        NAMES.stream().map(Managers::named).flatMap(Optional::stream).findFirst();
    if (named.isEmpty()) {
      LOG.warn(
          "There is no bean of the type TransactionManager, or more than one, and none under {}:"
              + " @Transactional does not reach the stores of DatXA. Produce one, or work in"
              + " DatXA.call.",
          NAMES);
    }
    return named;
  }

  @SuppressWarnings("BanJNDI") // the names are ours
  private static Optional<TransactionManager> named(String name) {
    try {
      return new InitialContext().lookup(name) instanceof TransactionManager manager
          ? Optional.of(manager)
          : Optional.empty();
    } catch (NamingException e) {
      LOG.debug("There is no transaction manager at {}: {}.", name, e.toString());
      return Optional.empty();
    }
  }
}
