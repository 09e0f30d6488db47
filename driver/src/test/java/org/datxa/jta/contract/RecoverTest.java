package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.datxa.DatXA;
import org.datxa.bridge.XidGid;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Section F: recover. */
@ParameterizedClass
@EnumSource(Subject.class)
class RecoverTest extends XaContract {
  private static final int MORE_THAN_ANY_POOL = 25;

  RecoverTest(Subject subject) {
    super(subject);
  }

  private static long count(Xid[] found, Xid xid) {
    return Arrays.stream(found).filter(it -> Xids.same(it, xid)).count();
  }

  @Test
  void a068_onlyWhatIsPreparedIsListed() throws Exception {
    XaWork active = fixture.begin();
    XaWork idle = fixture.begin().end();
    XaWork prepared = fixture.begin().prepare();
    assertThat(isListed(active.xid())).isFalse();
    assertThat(isListed(idle.xid())).isFalse();
    assertThat(isListed(prepared.xid())).isTrue();
    active.rollback();
    idle.rollback();
    prepared.rollback();
    assertThat(listed()).isEmpty();
  }

  @Test
  void a069_aScanOfTwoCallsListsEachOnce() throws Exception {
    XaWork work = fixture.begin().prepare();
    XAResource resource = fixture.fresh();
    Xid[] first = resource.recover(XAResource.TMSTARTRSCAN);
    Xid[] second = resource.recover(XAResource.TMENDRSCAN);
    assertThat(count(first, work.xid())).isEqualTo(1);
    assertThat(second).isEmpty();
    work.rollback();
  }

  @Test
  void a070_bothFlagsAtOnceGiveEverything() throws Exception {
    XaWork work = fixture.begin().prepare();
    assertThat(count(fixture.fresh().recover(ALL), work.xid())).isEqualTo(1);
    work.rollback();
  }

  @Test
  void a071_scanningUntilNothingComesEnds() throws Exception {
    XaWork work = fixture.begin().prepare();
    XAResource resource = fixture.fresh();
    List<Xid> found = new ArrayList<>(List.of(resource.recover(XAResource.TMSTARTRSCAN)));
    for (int call = 0; call < 3; call++) {
      Xid[] more = resource.recover(XAResource.TMNOFLAGS);
      found.addAll(List.of(more));
      if (more.length == 0) {
        break;
      }
      assertThat(call).as("calls").isLessThan(2);
    }
    assertThat(count(found.toArray(new Xid[0]), work.xid())).isEqualTo(1);
    work.rollback();
  }

  @Test
  void a072_withoutAnOpenScanThereIsNothing() throws Exception {
    assertThat(fixture.fresh().recover(XAResource.TMNOFLAGS)).isEmpty();
    assertThat(fixture.fresh().recover(XAResource.TMENDRSCAN)).isEmpty();
    for (int flags : new int[] {XAResource.TMJOIN, XAResource.TMSUCCESS, 1, -1}) {
      assertCode(XAException.XAER_INVAL, () -> fixture.fresh().recover(flags));
    }
  }

  @Test
  void a073_aFreshInstanceOfAnotherProcessListsTheSame() throws Exception {
    notApplicable(Subject.SPLIT_DREVO, "A graph has one prepared branch at a time.");
    XaWork one = fixture.begin().prepare();
    XaWork two = fixture.begin().prepare();
    fixture.killSessions();
    fixture.restart();
    assertThat(isListed(one.xid())).isTrue();
    assertThat(isListed(two.xid())).isTrue();
    fixture.fresh().commit(one.xid(), false);
    fixture.fresh().rollback(two.xid());
    fixture.awaitVisible(one.id());
    assertThat(two.isVisible()).isFalse();
  }

  @Test
  void a074_recoverIsTheFirstThingThatAResourceIsAsked() throws Exception {
    XaWork prepared = fixture.begin().prepare();
    fixture.restart();
    XAResource first = fixture.fresh();
    assertThat(count(first.recover(ALL), prepared.xid())).isEqualTo(1);
    XaWork flying = fixture.begin();
    assertThat(count(first.recover(ALL), flying.xid())).isZero();
    first.rollback(prepared.xid());
    flying.rollback();
  }

  @Test
  void a075_branchesOfAnotherStoreOrDatabaseAreNotListed() throws Exception {
    XaWork work = fixture.begin().prepare();
    TestDeployment other = new TestDeployment().set("shape", "split").postgres("two");
    if (fixture.postgres().isPresent()) {
      PostgresPart postgres = fixture.postgres().get();
      other.postgresAt("two", postgres.lab.url(postgres.store)); // the same database
      other.set("stores.two.schema", "datxa2");
    }
    try (DatXA datxa = other.start()) {
      assertThat(datxa.recoveryResource().recover(ALL)).isEmpty();
      assertCode(XAException.XAER_NOTA, () -> datxa.recoveryResource().rollback(work.xid()));
    }
    assertThat(isListed(work.xid())).isTrue();
    work.rollback();
  }

  @Test
  void a076_entriesThatAreNotOursAreSkipped() throws Exception {
    notApplicable(Subject.POST_DECISION, "Nobody but us writes the journal.");
    PreparingPart part = fixture.preparing().orElseThrow();
    String prefix = XidGid.prefix(part.store);
    List<String> foreign =
        List.of("131077_AAAA_BBBB", prefix + "AAAA", prefix + "not base64:", "dat:nonsense");
    for (String gid : foreign) {
      part.prepareForeign(gid);
      assertThat(listed()).isEmpty();
      part.rollbackForeign(gid);
    }
  }

  @Test
  void a077_whenTheStoreIsAway_recoverThrows() throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.cut();
    assertCode(XAException.XAER_RMFAIL, () -> fixture.fresh().recover(ALL));
    assertCode(XAException.XAER_RMFAIL, () -> fixture.fresh().recover(XAResource.TMSTARTRSCAN));
    fixture.mend();
    assertThat(isListed(work.xid())).isTrue();
    work.rollback();
  }

  @Test
  void a078_aPartOfTheAnswerIsNoAnswer() throws Exception {
    notApplicable(Subject.COMPOSITE, "All is in the journal: there are no parts.");
    notApplicable(Subject.SPLIT_POSTGRESQL, "All is in one store: there are no parts.");
    notApplicable(Subject.SPLIT_DREVO, "All is in one store: there are no parts.");
    notApplicable(Subject.POST_DECISION, "All is in the journal: there are no parts.");
  }

  @Test
  void a079_failedAndUnfinishedScansLeakNothing() throws Exception {
    XAResource resource = fixture.fresh();
    resource.recover(ALL);
    fixture.cut();
    for (int scan = 0; scan < 3; scan++) {
      assertCode(XAException.XAER_RMFAIL, () -> resource.recover(XAResource.TMSTARTRSCAN));
    }
    fixture.mend();
    for (int scan = 0; scan < MORE_THAN_ANY_POOL; scan++) {
      resource.recover(XAResource.TMSTARTRSCAN);
    }
    resource.recover(ALL);
  }

  @Test
  void a080_scansOfTwoInstancesDoNotDisturbEachOther() throws Exception {
    XaWork work = fixture.begin().prepare();
    XAResource one = fixture.fresh();
    XAResource two = fixture.fresh();
    assertThat(count(one.recover(XAResource.TMSTARTRSCAN), work.xid())).isEqualTo(1);
    assertThat(count(two.recover(XAResource.TMSTARTRSCAN), work.xid())).isEqualTo(1);
    assertThat(one.recover(XAResource.TMENDRSCAN)).isEmpty();
    assertThat(two.recover(XAResource.TMENDRSCAN)).isEmpty();
    List<CompletableFuture<Xid[]>> scans = new ArrayList<>();
    for (int thread = 0; thread < 6; thread++) {
      XAResource instance = thread % 2 == 0 ? one : two;
      scans.add(CompletableFuture.supplyAsync(() -> scan(instance)));
    }
    for (CompletableFuture<Xid[]> scan : scans) {
      assertThat(count(scan.join(), work.xid())).isEqualTo(1);
    }
    work.rollback();
  }

  private static Xid[] scan(XAResource resource) {
    try {
      return resource.recover(ALL);
    } catch (XAException e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void a081_aHeuristicBranchIsListedUntilItIsForgotten() throws Exception {
    notApplicable(Subject.SPLIT_POSTGRESQL, "PostgreSQL does not remember who ended a branch.");
    notApplicable(Subject.SPLIT_DREVO, "Drevo does not list what it remembers.");
    notApplicable(Subject.POST_DECISION, "No operator can end what only the journal prepared.");
    XaWork work = fixture.begin().prepare();
    fixture.preparing().orElseThrow().endPrepared("ROLLBACK");
    refused(work::commit);
    assertThat(isListed(work.xid())).isTrue();
    fixture.restart();
    assertThat(isListed(work.xid())).isTrue();
    fixture.fresh().forget(work.xid());
    assertThat(isListed(work.xid())).isFalse();
  }
}
