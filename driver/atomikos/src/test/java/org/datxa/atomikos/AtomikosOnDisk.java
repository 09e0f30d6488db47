package org.datxa.atomikos;

import com.atomikos.datasource.ResourceException;
import com.atomikos.datasource.xa.XATransactionalResource;
import com.atomikos.icatch.config.Configuration;
import com.atomikos.icatch.config.UserTransactionServiceImp;
import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.recovery.LogReadException;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.ResourceWrapping;
import org.datxa.managers.Managed;
import org.datxa.managers.OtherDatabase;

/** Atomikos with its log in a folder. */
public final class AtomikosOnDisk implements Managed {
  private static final String PREFIX = "com.atomikos.icatch.";

  /** A logged decision is acted on, and an orphan rolled back, only when this is over. */
  private static final String TIMEOUT_MILLIS = "8000";

  private static final String NEVER_BY_ITSELF = "3600000";

  private final UserTransactionServiceImp service;
  private final UserTransactionManager manager = new UserTransactionManager();
  private DatXaAtomikos registered;

  public AtomikosOnDisk(Path folder, String node) throws IOException {
    Files.createDirectories(folder);
    Properties settings = new Properties();
    settings.setProperty(PREFIX + "tm_unique_name", node);
    settings.setProperty(PREFIX + "log_base_dir", folder.toString());
    settings.setProperty(PREFIX + "default_jta_timeout", TIMEOUT_MILLIS);
    settings.setProperty(PREFIX + "max_timeout", TIMEOUT_MILLIS);
    settings.setProperty(PREFIX + "recovery_delay", NEVER_BY_ITSELF);
    settings.setProperty(PREFIX + "oltp_max_retries", "1");
    settings.setProperty(PREFIX + "oltp_retry_interval", "1000");
    settings.setProperty(PREFIX + "throw_on_heuristic", "true");
    service = new UserTransactionServiceImp(settings);
    manager.setStartupTransactionService(false);
  }

  @Override
  public TransactionManager manager() {
    return manager;
  }

  @Override
  public ResourceWrapping wrapping() {
    return (resource, name) -> resource;
  }

  @Override
  public DatXaAtomikos register(DatXA datxa) {
    registered = DatXaAtomikos.register("ours", datxa);
    return registered;
  }

  @Override
  public AutoCloseable register(OtherDatabase other) {
    Configuration.addResource(new Other(other));
    return () -> Configuration.removeResource(OtherDatabase.NAME);
  }

  @Override
  public void ready() {
    service.init();
  }

  @Override
  public XAResource named(XAResource resource) {
    return resource;
  }

  @Override
  public void scan() {
    Configuration.getRecoveryService().performRecovery();
  }

  @Override
  public List<String> records() {
    try {
      return Configuration.getRecoveryService()
          .getRecoveryLog()
          .getPendingTransactionRecords()
          .stream()
          .map(it -> it.id + " " + it.state)
          .toList();
    } catch (LogReadException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  @Override
  public void close() {
    service.shutdownForce();
    if (registered != null) {
      registered.close();
    }
  }

  private static final class Other extends XATransactionalResource {
    private final OtherDatabase database;

    Other(OtherDatabase database) {
      super(OtherDatabase.NAME);
      this.database = database;
    }

    @Override
    protected XAResource refreshXAConnection() {
      try {
        return database.resource();
      } catch (SQLException e) {
        throw new ResourceException("No connection", e);
      }
    }

    @Override
    public boolean usesXAResource(XAResource resource) {
      return OtherDatabase.owns(resource);
    }
  }
}
