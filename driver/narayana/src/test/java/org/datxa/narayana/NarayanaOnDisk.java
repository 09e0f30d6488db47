package org.datxa.narayana;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.coordinator.TxControl;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.ResourceWrapping;
import org.datxa.managers.Managed;
import org.datxa.managers.OtherDatabase;

/** Narayana with an object store in a folder. */
public final class NarayanaOnDisk implements Managed {
  private static final int ORPHAN_MILLIS = 500;

  private final Path folder;
  private final RecoveryManager recovery;
  private final ResourceWrapping wrapping;

  public NarayanaOnDisk(Path folder, String node) throws CoreEnvironmentBeanException {
    this.folder = folder;
    Stream.of("default", "communicationStore", "stateStore")
        .map(name -> BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, name))
        .forEach(it -> it.setObjectStoreDir(folder.toString()));
    BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class)
        .setObjectStoreDir(folder.toString());
    arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(node);
    TxControl.setXANodeName(node);
    JTAEnvironmentBean settings = jtaPropertyManager.getJTAEnvironmentBean();
    settings.setXaRecoveryNodes(List.of(node));
    settings.setOrphanSafetyInterval(ORPHAN_MILLIS);
    recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryBackoffPeriod(1);
    wrapping = DatXaNarayana.standalone();
    recovery = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
  }

  @Override
  public TransactionManager manager() {
    return com.arjuna.ats.jta.TransactionManager.transactionManager();
  }

  @Override
  public ResourceWrapping wrapping() {
    return wrapping;
  }

  @Override
  public RecoveryRegistration register(DatXA datxa) {
    return DatXaNarayana.register(datxa);
  }

  @Override
  public AutoCloseable register(OtherDatabase other) {
    XAResourceRecoveryHelper helper =
        new XAResourceRecoveryHelper() {
          @Override
          public boolean initialise(String parameter) {
            return true;
          }

          @Override
          public XAResource[] getXAResources() throws SQLException {
            return new XAResource[] {named(other.resource())};
          }
        };
    XARecoveryModule module = XARecoveryModule.getRegisteredXARecoveryModule();
    module.addXAResourceRecoveryHelper(helper);
    return () -> module.removeXAResourceRecoveryHelper(helper);
  }

  @Override
  public void ready() {}

  @Override
  public XAResource named(XAResource resource) {
    return new NamedResource(resource, OtherDatabase.NAME);
  }

  @Override
  public void scan() {
    recovery.scan();
  }

  @Override
  public List<String> records() {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(folder::relativize)
          .map(Path::toString)
          .filter(it -> it.contains("BasicAction"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Does what an administrator does who has looked into what became of them. */
  void discardRecords() throws IOException {
    for (String record : records()) {
      Files.delete(folder.resolve(record));
    }
  }

  @Override
  public void close() {
    recovery.terminate();
  }
}
