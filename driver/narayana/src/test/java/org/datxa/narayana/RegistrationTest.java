package org.datxa.narayana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.jta.common.jtaPropertyManager;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.datxa.DatXA;
import org.datxa.ResourceWrapping;
import org.datxa.managers.TappedResource;
import org.datxa.managers.TappedResource.Tap;
import org.datxa.stores.TestDeployment;
import org.jboss.tm.XAResourceRecovery;
import org.jboss.tm.XAResourceRecoveryRegistry;
import org.jboss.tm.XAResourceWrapper;
import org.junit.jupiter.api.Test;

/** DatXA among those that Narayana's recovery asks, and out of it again. */
class RegistrationTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final TestDeployment lab = new TestDeployment().postgres("pg").journal();

  private DatXA start(Tap tap) {
    ResourceWrapping names = Here.NARAYANA.wrapping();
    return DatXA.builder()
        .properties(lab.values())
        .transactionManager(Here.NARAYANA.manager())
        .resources((it, name) -> names.wrap(new TappedResource(it, "ours", tap), name))
        .start();
  }

  @Test
  void whenRegistered_eachScanAsksUntilItIsClosed() {
    AtomicInteger asked = new AtomicInteger();
    try (DatXA datxa = start(point -> asked.incrementAndGet())) {
      RecoveryRegistration registration = DatXaNarayana.register(datxa);
      Here.NARAYANA.scan();
      assertThat(asked).hasPositiveValue();
      registration.close();
      registration.close();
      int until = asked.get();
      Here.NARAYANA.scan();
      assertThat(asked).hasValue(until);
    }
  }

  @Test
  void whenClosedDuringAScan_itWaitsForTheScan() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Tap tap =
        point -> {
          inside.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    try (DatXA datxa = start(tap)) {
      RecoveryRegistration registration = DatXaNarayana.register(datxa);
      Thread scan = new Thread(Here.NARAYANA::scan);
      scan.start();
      inside.await();
      Thread closing = new Thread(registration::close);
      closing.start();
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  closing.getState() == Thread.State.BLOCKED
                      || closing.getState() == Thread.State.WAITING);
      release.countDown();
      closing.join(LIMIT.toMillis());
      assertThat(closing.isAlive()).isFalse();
      scan.join(LIMIT.toMillis());
      assertThat(scan.isAlive()).isFalse();
    }
  }

  @Test
  @SuppressWarnings("try") // the registration is there to be closed
  void whenTheDeploymentIsClosedFirst_theScanIsToldThatItDoesNotAnswer() {
    DatXA datxa = start(point -> {});
    try (RecoveryRegistration registration = DatXaNarayana.register(datxa)) {
      XAResource resource = datxa.recoveryResource();
      datxa.close();
      XAException failure =
          catchThrowableOfType(XAException.class, () -> resource.recover(XAResource.TMSTARTRSCAN));
      assertThat(failure.errorCode).isEqualTo(XAException.XAER_RMFAIL);
      assertThatCode(Here.NARAYANA::scan).doesNotThrowAnyException();
    }
  }

  @Test
  void whenAServerHasARegistry_itIsUsedAndTheSameIsTakenOut() {
    Registry registry = new Registry();
    try (DatXA datxa = start(point -> {})) {
      RecoveryRegistration registration = DatXaNarayana.register(datxa, registry);
      assertThat(registry.registered).hasSize(1);
      XAResource[] resources = registry.registered.get(0).getXAResources();
      assertThat(resources).hasSize(1).isEqualTo(registry.registered.get(0).getXAResources());
      registration.close();
      assertThat(registry.registered).isEmpty();
    }
  }

  private static final class Registry implements XAResourceRecoveryRegistry {
    final List<XAResourceRecovery> registered = new ArrayList<>();

    @Override
    public void addXAResourceRecovery(XAResourceRecovery recovery) {
      registered.add(recovery);
    }

    @Override
    public void removeXAResourceRecovery(XAResourceRecovery recovery) {
      registered.remove(recovery);
    }
  }

  @Test
  void nameIsThatOfTheJournal_andTheSameAfterARestart() throws XAException {
    String name;
    try (DatXA datxa = start(point -> {})) {
      XAResource resource = datxa.recoveryResource();
      name = ((XAResourceWrapper) resource).getJndiName();
      assertThat(resource).isNotInstanceOf(Serializable.class);
      assertThat(resource.isSameRM(datxa.recoveryResource())).isTrue();
      assertThat(((XAResourceWrapper) resource).getProductName()).isEqualTo("DatXA");
      assertThat(((XAResourceWrapper) resource).getProductVersion()).isNotNull();
    }
    try (DatXA datxa = start(point -> {})) {
      assertThat(((XAResourceWrapper) datxa.recoveryResource()).getJndiName())
          .isEqualTo(name)
          .startsWith("datxa/");
    }
    try (DatXA another =
        new TestDeployment().postgres("pg").journal().start(Here.NARAYANA.manager())) {
      assertThat(another.recoveryResource()).isNotInstanceOf(XAResourceWrapper.class);
    }
  }

  @Test
  void standaloneWritesNamesIntoTheLog_unlessSomethingElseDoes() {
    Object plugin = jtaPropertyManager.getJTAEnvironmentBean().getXAResourceRecordWrappingPlugin();
    assertThat(plugin).isInstanceOf(NamedRecords.class);
    DatXaNarayana.standalone();
    assertThat(jtaPropertyManager.getJTAEnvironmentBean().getXAResourceRecordWrappingPlugin())
        .isSameAs(plugin);
  }
}
