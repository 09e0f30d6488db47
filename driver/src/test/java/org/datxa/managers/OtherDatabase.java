package org.datxa.managers;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.UnaryOperator;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.postgresql.xa.PGXADataSource;

/** A database beside DatXA that the manager knows by the XA resource of its own driver. */
public final class OtherDatabase implements AutoCloseable {
  /** The name under which the manager knows it. */
  public static final String NAME = "other";

  private final PGXADataSource source = new PGXADataSource();
  private XAConnection recovering;

  public OtherDatabase(String url) {
    source.setUrl(url);
  }

  /** The resource for the manager's recovery, on a connection of its own. */
  public synchronized XAResource resource() throws SQLException {
    if (recovering == null) {
      recovering = source.getXAConnection();
    }
    return recovering.getXAResource();
  }

  /** Whether a resource that is enlisted is of such a database. */
  public static boolean owns(XAResource resource) {
    return resource instanceof TappedResource it && it.who().equals(NAME);
  }

  /**
   * Inserts a row in the manager's current transaction.
   *
   * @param manager the manager
   * @param id the row
   * @param wrapping what is put around the resource
   */
  public void insert(TransactionManager manager, long id, UnaryOperator<XAResource> wrapping)
      throws Exception {
    XAConnection connection = source.getXAConnection();
    manager.getTransaction().registerSynchronization(new Closing(connection));
    if (!manager.getTransaction().enlistResource(wrapping.apply(connection.getXAResource()))) {
      throw new IllegalStateException("not enlisted");
    }
    try (Connection jdbc = connection.getConnection();
        Statement statement = jdbc.createStatement()) {
      statement.executeUpdate("INSERT INTO item VALUES (" + id + ", 'x')");
    }
  }

  @Override
  public synchronized void close() {
    close(recovering);
  }

  private static void close(XAConnection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private record Closing(XAConnection connection) implements Synchronization {
    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(int status) {
      if (status != Status.STATUS_UNKNOWN) {
        close(connection);
      }
    }
  }
}
