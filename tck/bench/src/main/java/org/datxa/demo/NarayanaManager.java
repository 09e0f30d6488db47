package org.datxa.demo;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.coordinator.TxControl;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.datxa.DatXA;
import org.datxa.ResourceWrapping;
import org.datxa.narayana.DatXaNarayana;
import org.datxa.narayana.RecoveryRegistration;

/** Narayana. */
final class NarayanaManager implements Manager {
  private static final int ORPHAN_MILLIS = 500;

  private final Path log;
  private final ResourceWrapping wrapping;
  private final RecoveryManager recovery;
  private RecoveryRegistration registered;

  NarayanaManager(Path log) throws CoreEnvironmentBeanException {
    this.log = log;
    arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(NODE);
    arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
    for (String store : new String[] {"default", "communicationStore", "stateStore"}) {
      BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
          .setObjectStoreDir(log.toString());
    }
    BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class)
        .setObjectStoreDir(log.toString());
    TxControl.setXANodeName(NODE);
    JTAEnvironmentBean settings = jtaPropertyManager.getJTAEnvironmentBean();
    settings.setXaRecoveryNodes(List.of(NODE));
    settings.setOrphanSafetyInterval(ORPHAN_MILLIS);
    recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryBackoffPeriod(1);
    this.wrapping = DatXaNarayana.standalone();
    this.recovery = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
  }

  @Override
  public TransactionManager transactions() {
    return com.arjuna.ats.jta.TransactionManager.transactionManager();
  }

  @Override
  public ResourceWrapping wrapping() {
    return wrapping;
  }

  @Override
  public void register(DatXA datxa) {
    registered = DatXaNarayana.register(datxa);
  }

  @Override
  public void scan() {
    recovery.scan();
  }

  @Override
  public boolean isDone() {
    try (Stream<Path> files = Files.walk(log)) {
      return files.filter(Files::isRegularFile).noneMatch(it -> isRecord(log.relativize(it)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isRecord(Path file) {
    return file.toString().contains("BasicAction");
  }

  @Override
  public void close() {
    if (registered != null) {
      registered.close();
    }
    recovery.terminate();
  }
}
