package org.datxa.demo;

import com.atomikos.icatch.config.Configuration;
import com.atomikos.icatch.config.UserTransactionServiceImp;
import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.recovery.LogReadException;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.Properties;
import org.datxa.DatXA;
import org.datxa.ResourceWrapping;
import org.datxa.atomikos.DatXaAtomikos;

/** Atomikos. */
final class AtomikosManager implements Manager {
  private static final String PREFIX = "com.atomikos.icatch.";

  /** A logged decision is acted on, and an orphan rolled back, only when this is over. */
  private static final String TIMEOUT_MILLIS = "10000";

  private static final String NEVER_BY_ITSELF = "3600000";

  private final UserTransactionServiceImp service;
  private final UserTransactionManager manager = new UserTransactionManager();
  private DatXaAtomikos registered;

  AtomikosManager(Path log) {
    Properties settings = new Properties();
    settings.setProperty(PREFIX + "tm_unique_name", NODE);
    settings.setProperty(PREFIX + "log_base_dir", log.toString());
    settings.setProperty(PREFIX + "default_jta_timeout", TIMEOUT_MILLIS);
    settings.setProperty(PREFIX + "max_timeout", TIMEOUT_MILLIS);
    settings.setProperty(PREFIX + "recovery_delay", NEVER_BY_ITSELF);
    settings.setProperty(PREFIX + "throw_on_heuristic", "true");
    service = new UserTransactionServiceImp(settings);
    manager.setStartupTransactionService(false);
  }

  @Override
  public TransactionManager transactions() {
    return manager;
  }

  @Override
  public ResourceWrapping wrapping() {
    return (resource, name) -> resource;
  }

  /** The service starts when all resources are known; before that it would forget its log. */
  @Override
  public void register(DatXA datxa) {
    registered = DatXaAtomikos.register("datxa", datxa);
    service.init();
  }

  @Override
  public void scan() {
    Configuration.getRecoveryService().performRecovery();
  }

  @Override
  public boolean isDone() {
    try {
      return Configuration.getRecoveryService()
          .getRecoveryLog()
          .getPendingTransactionRecords()
          .isEmpty();
    } catch (LogReadException e) {
      throw new IllegalStateException("The log cannot be read", e);
    }
  }

  @Override
  public void close() {
    if (registered != null) {
      service.shutdownForce();
      registered.close();
    }
  }
}
