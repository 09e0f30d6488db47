package org.datxa.crash.matrix;

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
import java.util.List;
import java.util.stream.Stream;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;

/** Narayana with its log in a folder, in this process. */
final class Narayana {
  private static final int ORPHAN_MILLIS = 300;
  private static final int TIMEOUT_SECONDS = 600;
  private static final String NODE = "matrix";

  private final Path folder;
  private final RecoveryManager recovery;

  Narayana(Path folder) throws Exception {
    this.folder = folder;
    for (String name : List.of("default", "communicationStore", "stateStore")) {
      BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, name)
          .setObjectStoreDir(folder.toString());
    }
    BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class)
        .setObjectStoreDir(folder.toString());
    arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(NODE);
    arjPropertyManager.getCoordinatorEnvironmentBean().setDefaultTimeout(TIMEOUT_SECONDS);
    TxControl.setXANodeName(NODE);
    JTAEnvironmentBean settings = jtaPropertyManager.getJTAEnvironmentBean();
    settings.setXaRecoveryNodes(List.of(NODE));
    settings.setOrphanSafetyInterval(ORPHAN_MILLIS);
    settings.setXAResourceRecordWrappingPlugin(new NamedXa.Records());
    recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryBackoffPeriod(1);
    recovery = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
  }

  TransactionManager manager() {
    return com.arjuna.ats.jta.TransactionManager.transactionManager();
  }

  void register(DatXA datxa) {
    List<XAResource> resources = datxa.recoveryResources();
    register(
        new XAResourceRecoveryHelper() {
          @Override
          public boolean initialise(String parameter) {
            return true;
          }

          @Override
          public XAResource[] getXAResources() {
            return resources.toArray(new XAResource[0]);
          }
        });
  }

  void register(XAResourceRecoveryHelper helper) {
    XARecoveryModule.getRegisteredXARecoveryModule().addXAResourceRecoveryHelper(helper);
  }

  void scan() {
    recovery.scan();
  }

  /** Removes records of the log by hand; what is no record is left out. */
  void discard(List<String> some) {
    for (String record : some) {
      try {
        Files.deleteIfExists(folder.resolve(record));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** What the log still holds. */
  List<String> records() {
    if (!Files.exists(folder)) {
      return List.of();
    }
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
}
