package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.DatXA;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Section H: isSameRM, and what holds for all methods. */
@ParameterizedClass
@EnumSource(Subject.class)
class GeneralTest extends XaContract {
  private static final String NO_SESSION = "A buffered branch has no session in a store.";

  GeneralTest(Subject subject) {
    super(subject);
  }

  @Test
  void a086_instancesThatCanFinishEachOthersWorkAreTheSame() throws Exception {
    XAResource one = fixture.fresh();
    XAResource two = fixture.fresh();
    assertThat(one.isSameRM(one)).isTrue();
    assertThat(one.isSameRM(two)).isTrue();
    assertThat(two.isSameRM(one)).isTrue();
    XaWork work = fixture.begin();
    assertThat(work.resource().isSameRM(one)).isTrue();
    work.prepare();
    assertThat(one.recover(ALL)).hasSameSizeAs(two.recover(ALL));
    two.commit(work.xid(), false);
    fixture.awaitVisible(work.id());
    TestDeployment other = new TestDeployment().set("shape", "split").postgres("one");
    try (DatXA datxa = other.start()) {
      assertThat(one.isSameRM(datxa.recoveryResource())).isFalse();
      assertThat(datxa.recoveryResource().isSameRM(one)).isFalse();
    }
  }

  @Test
  void a087_foreignObjectsAreNotTheSame() throws Exception {
    XAResource resource = fixture.fresh();
    assertThat(resource.isSameRM(null)).isFalse();
    XAResource wrapper =
        (XAResource)
            Proxy.newProxyInstance(
                XAResource.class.getClassLoader(),
                new Class<?>[] {XAResource.class},
                (proxy, method, arguments) -> method.invoke(resource, arguments));
    assertThat(resource.isSameRM(wrapper)).isFalse();
    fixture.cut();
    assertThat(resource.isSameRM(fixture.fresh())).isTrue();
    fixture.restart(); // an instance of an earlier scan
    fixture.mend();
    assertThat(resource.isSameRM(fixture.fresh())).isFalse();
  }

  @Test
  void a092_everyRefusalHasACodeOfItsMethod() throws Exception {
    XaWork work = fixture.beginDoomed().end();
    XAException veto = refused(() -> work.resource().prepare(work.xid()));
    assertThat(isRolledBack(veto.errorCode)).isTrue();
    assertThat(veto).hasCauseInstanceOf(Exception.class);
    fixture.parts.forEach(StorePart::heal);
    XaWork prepared = fixture.begin().prepare();
    fixture.cut();
    XAException away = refused(prepared::commit);
    assertThat(away.errorCode).isEqualTo(XAException.XAER_RMFAIL);
    assertThat(away.getMessage()).isNotBlank();
    fixture.mend();
    prepared.rollback();
  }

  @Test
  void a093_nothingButAnXaExceptionLeaves() throws Exception {
    Xid hostile =
        (Xid)
            Proxy.newProxyInstance(
                Xid.class.getClassLoader(),
                new Class<?>[] {Xid.class},
                (proxy, method, arguments) -> {
                  throw new IllegalStateException("hostile");
                });
    XAResource resource = fixture.fresh();
    for (Xid xid : new Xid[] {hostile, null, Xids.of(1, new byte[0], new byte[0])}) {
      assertCode(XAException.XAER_INVAL, () -> resource.start(xid, XAResource.TMNOFLAGS));
      assertCode(XAException.XAER_INVAL, () -> resource.end(xid, XAResource.TMSUCCESS));
      assertCode(XAException.XAER_INVAL, () -> resource.prepare(xid));
      assertCode(XAException.XAER_INVAL, () -> resource.commit(xid, true));
      assertCode(XAException.XAER_INVAL, () -> resource.commit(xid, false));
      assertCode(XAException.XAER_INVAL, () -> resource.rollback(xid));
      assertCode(XAException.XAER_INVAL, () -> resource.forget(xid));
    }
  }

  @Test
  void a094_aPendingInterruptHarmsNothingAndIsKept() throws Exception {
    XaWork work = fixture.begin();
    Thread.currentThread().interrupt();
    work.prepare();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    fixture.fresh().recover(ALL);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    work.commit();
    assertThat(Thread.interrupted()).isTrue();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a095_manyThreadsFinishThroughOneInstance() throws Exception {
    notApplicable(Subject.SPLIT_DREVO, "A graph has one prepared branch at a time.");
    List<XaWork> works = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      works.add(fixture.begin().prepare());
    }
    XAResource one = fixture.fresh();
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (XaWork work : works) {
      boolean commit = works.indexOf(work) % 2 == 0;
      all.add(CompletableFuture.runAsync(() -> finish(one, work, commit)));
    }
    all.forEach(CompletableFuture::join);
    for (XaWork work : works) {
      if (works.indexOf(work) % 2 == 0) {
        fixture.awaitVisible(work.id());
      } else {
        assertThat(work.isVisible()).isFalse();
      }
    }
    assertThat(listed()).isEmpty();
  }

  private static void finish(XAResource resource, XaWork work, boolean commit) {
    try {
      if (commit) {
        resource.commit(work.xid(), false);
      } else {
        resource.rollback(work.xid());
      }
    } catch (XAException e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void a096_branchesOfOneTransactionAreIndependent() throws Exception {
    notApplicable(Subject.SPLIT_DREVO, "A graph has one prepared branch at a time.");
    byte[] global = Xids.global(16);
    XaWork one = fixture.begin(Xids.branch(global, 1)).prepare();
    XaWork two = fixture.begin(Xids.branch(global, 2)).prepare();
    XaWork empty = fixture.begin(Xids.of(4711, global, new byte[0]));
    one.commit();
    two.rollback();
    fixture.awaitVisible(one.id());
    assertThat(two.isVisible()).isFalse();
    empty.prepare().commit();
    fixture.awaitVisible(empty.id());
  }

  @Test
  void a097_closingTheHandlesDoesNotLoseTheBranch() throws Exception {
    XaWork work = fixture.begin(); // its handles are closed
    work.prepare().commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a098_endingTheLocalTransactionIsRefused() throws Exception {
    notApplicable(Subject.SPLIT_DREVO, "A session of a graph has nothing that could end it.");
    XaWork work = fixture.begin();
    work.inside(
        () -> {
          try (Connection connection =
              fixture.datxa().dataSource(fixture.parts.get(0).store).getConnection()) {
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.setAutoCommit(true))
                .isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::setSavepoint).isInstanceOf(SQLException.class);
          }
        });
    work.prepare().commit();
    fixture.awaitVisible(work.id());
  }

  @Test
  void a099_afterTheBranchASessionIsAsBefore() throws Exception {
    notApplicable(Subject.SPLIT_DREVO, "A session of a graph has no settings.");
    notApplicable(Subject.POST_DECISION, NO_SESSION);
    PostgresPart postgres = fixture.postgres().orElseThrow();
    List<String> before = settings(postgres);
    for (boolean commit : List.of(true, false)) {
      fixture.manager().timeoutOfTheNext(20);
      XaWork work = fixture.begin();
      work.inside(() -> postgres.run(fixture.datxa(), "SET search_path = pg_temp"));
      work.end();
      if (commit) {
        work.resource().commit(work.xid(), true);
      } else {
        work.rollback();
      }
      assertThat(settings(postgres)).isEqualTo(before);
    }
  }

  private List<String> settings(PostgresPart postgres) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = fixture.datxa().dataSource(postgres.store).getConnection();
        Statement statement = connection.createStatement()) {
      values.add(Boolean.toString(connection.getAutoCommit()));
      for (String name : List.of("statement_timeout", "search_path", "synchronous_commit")) {
        try (ResultSet row = statement.executeQuery("SHOW " + name)) {
          row.next();
          values.add(row.getString(1));
        }
      }
    }
    return values;
  }

  @Test
  void a100_anInstanceIsUsedAgainAfterEveryCompletion() throws Exception {
    XaWork doomed = fixture.beginDoomed().end();
    XAResource resource = doomed.resource();
    assertRolledBack(() -> resource.prepare(doomed.xid()));
    fixture.parts.forEach(StorePart::heal);
    XaWork rolledBack = fixture.begin();
    rolledBack.rollback();
    for (XAResource used : List.of(resource, rolledBack.resource())) {
      for (int round = 0; round < 2; round++) {
        Xid next = Xids.next();
        used.start(next, XAResource.TMNOFLAGS);
        used.end(next, XAResource.TMSUCCESS);
        assertThat(used.prepare(next)).isEqualTo(XAResource.XA_RDONLY);
      }
    }
  }

  @Test
  void a103_toStringNeverThrows() throws Exception {
    XaWork work = fixture.begin();
    assertThat(work.resource().toString()).contains("datxa");
    fixture.cut();
    assertThat(work.resource().toString()).isNotBlank();
    assertThat(fixture.fresh().toString()).isNotBlank();
    fixture.mend();
    work.rollback();
    assertThat(work.resource().toString()).isNotBlank();
  }

  @Test
  void a104_aResourceIsNotSerializable() {
    assertThat(fixture.fresh()).isNotInstanceOf(Serializable.class);
  }
}
