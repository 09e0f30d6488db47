package org.datxa.crash.matrix;

import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.datxa.managers.OtherDatabase;
import org.datxa.managers.TappedResource;
import org.postgresql.xa.PGXADataSource;

/** The other database of a site: the manager knows it, DatXA does not. */
final class Neighbour implements XAResourceRecoveryHelper, AutoCloseable {
  /** How the names of all of them begin. */
  static final String PREFIX = "other@";

  private final OtherDatabase database;
  private final PGXADataSource source = new PGXADataSource();
  private final String name;
  private XAConnection recovering;

  Neighbour(String site, String url) {
    this.name = PREFIX + site;
    this.database = new OtherDatabase(url);
    source.setUrl(url);
  }

  /** Inserts a row; the database may vote no later. */
  void insert(TransactionManager manager, long key, boolean veto) throws Exception {
    database.insert(
        manager,
        key,
        it ->
            new NamedXa(
                new TappedResource(it, OtherDatabase.NAME, point -> tap(point, veto)), name));
  }

  private static void tap(String point, boolean veto) throws XAException {
    if (veto && point.endsWith("before prepare")) {
      throw new XAException(XAException.XA_RBROLLBACK);
    }
  }

  /** How many branches it has prepared. */
  synchronized int listed() throws SQLException, XAException {
    return fresh().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN).length;
  }

  // A new connection for each scan: the server may have been killed since.
  private synchronized XAResource fresh() throws SQLException {
    close();
    recovering = source.getXAConnection();
    return recovering.getXAResource();
  }

  @Override
  public boolean initialise(String parameter) {
    return true;
  }

  @Override
  public XAResource[] getXAResources() throws SQLException {
    return new XAResource[] {new NamedXa(fresh(), name)};
  }

  @Override
  public synchronized void close() {
    if (recovering != null) {
      try {
        recovering.close();
      } catch (SQLException e) {
        Lines.say("LOG " + e.getMessage());
      }
      recovering = null;
    }
  }
}
