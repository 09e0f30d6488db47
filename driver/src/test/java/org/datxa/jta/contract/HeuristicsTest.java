package org.datxa.jta.contract;

import static org.assertj.core.api.Assertions.assertThat;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Section G: forget and heuristic outcomes. */
@ParameterizedClass
@EnumSource(Subject.class)
class HeuristicsTest extends XaContract {
  private static final String NO_MEMORY = "PostgreSQL does not remember who ended a branch.";
  private static final String HALF_A_MEMORY =
      "Drevo remembers what was rolled back, not who committed.";
  private static final String NO_OPERATOR = "No operator can end what only the journal prepared.";

  HeuristicsTest(Subject subject) {
    super(subject);
  }

  private XaWork endedByAnOperator(String how) throws Exception {
    XaWork work = fixture.begin().prepare();
    fixture.preparing().orElseThrow().endPrepared(how);
    return work;
  }

  @Test
  void a082_forgettingAHeuristicBranchRemovesIt() throws Exception {
    notApplicable(Subject.SPLIT_POSTGRESQL, NO_MEMORY);
    notApplicable(Subject.POST_DECISION, NO_OPERATOR);
    XaWork work = endedByAnOperator("ROLLBACK");
    refused(work::commit);
    work.resource().forget(work.xid());
    assertThat(isListed(work.xid())).isFalse();
    assertCode(XAException.XAER_NOTA, () -> work.resource().forget(work.xid()));
  }

  @Test
  void a083_forgettingWhatIsUnknownOrPrepared() throws Exception {
    XAResource resource = fixture.fresh();
    assertCode(XAException.XAER_NOTA, () -> resource.forget(Xids.next()));
    assertCode(XAException.XAER_INVAL, () -> resource.forget(null));
    XaWork work = fixture.begin().prepare();
    assertCode(XAException.XAER_PROTO, () -> resource.forget(work.xid()));
    fixture.restart();
    assertCode(XAException.XAER_PROTO, () -> fixture.fresh().forget(work.xid()));
    assertThat(isListed(work.xid())).isTrue();
    fixture.fresh().commit(work.xid(), false);
    fixture.awaitVisible(work.id());
  }

  @Test
  void a084_whatOneStoreRemembers_isToldAsOftenAsItIsAsked() throws Exception {
    Assumptions.assumeTrue(subject == Subject.SPLIT_DREVO);
    XaWork work = endedByAnOperator("ROLLBACK");
    assertCode(XAException.XA_HEURRB, work::commit);
    assertCode(XAException.XA_HEURRB, work::commit);
    fixture.restart();
    assertCode(XAException.XA_HEURRB, () -> fixture.fresh().commit(work.xid(), false));
    fixture.fresh().forget(work.xid());
    assertThat(work.isVisible()).isFalse();
  }

  @Test
  void a084_whenStoresDiffer_theCodeIsStableUntilForgotten() throws Exception {
    notApplicable(Subject.SPLIT_POSTGRESQL, NO_MEMORY);
    notApplicable(Subject.SPLIT_DREVO, HALF_A_MEMORY);
    notApplicable(Subject.POST_DECISION, NO_OPERATOR);
    XaWork rolledBack = endedByAnOperator("ROLLBACK");
    assertCode(XAException.XA_HEURMIX, rolledBack::commit);
    assertCode(XAException.XA_HEURMIX, rolledBack::commit);
    fixture.restart();
    assertCode(XAException.XA_HEURMIX, () -> fixture.fresh().commit(rolledBack.xid(), false));
    fixture.fresh().forget(rolledBack.xid());
    XaWork committed = endedByAnOperator("COMMIT");
    assertCode(XAException.XA_HEURMIX, committed::rollback);
    assertCode(XAException.XA_HEURMIX, committed::rollback);
    fixture.restart();
    assertThat(isListed(committed.xid())).isTrue();
    assertCode(XAException.XA_HEURMIX, () -> fixture.fresh().rollback(committed.xid()));
    fixture.fresh().forget(committed.xid());
    assertThat(isListed(committed.xid())).isFalse();
    assertCode(XAException.XAER_NOTA, () -> fixture.fresh().rollback(committed.xid()));
  }

  @Test
  void a084_whenTheOneStoreDiffers_theCodeNamesItsEnd() throws Exception {
    notApplicable(Subject.SPLIT_POSTGRESQL, NO_MEMORY);
    notApplicable(Subject.SPLIT_DREVO, HALF_A_MEMORY);
    notApplicable(Subject.POST_DECISION, NO_OPERATOR);
    assertCode(XAException.XA_HEURRB, endedByAnOperator(alone(), "ROLLBACK")::commit);
    assertCode(XAException.XA_HEURCOM, endedByAnOperator(alone(), "COMMIT")::rollback);
    for (var xid : listed()) {
      fixture.fresh().forget(xid);
    }
    assertThat(listed()).isEmpty();
  }

  /** A branch that wrote in PostgreSQL alone. */
  private XaWork alone() throws Exception {
    PostgresPart postgres = fixture.postgres().orElseThrow();
    fixture.datxa();
    fixture.manager().begin(Xids.next());
    long id = XaFixture.nextId();
    postgres.write(fixture.datxa(), id);
    return new XaWork(fixture, fixture.manager().leave(), id).prepare();
  }

  private XaWork endedByAnOperator(XaWork work, String how) {
    fixture.preparing().orElseThrow().endPrepared(how);
    return work;
  }

  @Test
  void a085_aHazardMayBecomeDefinite() {
    notApplicable(Subject.COMPOSITE, "Unknown is XAER_RMFAIL, never a hazard.");
    notApplicable(Subject.SPLIT_POSTGRESQL, "Unknown is XAER_RMFAIL, never a hazard.");
    notApplicable(Subject.SPLIT_DREVO, "Unknown is XAER_RMFAIL, never a hazard.");
    notApplicable(Subject.POST_DECISION, "Unknown is XAER_RMFAIL, never a hazard.");
  }
}
