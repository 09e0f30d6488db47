package org.datxa.journal.internal.drevo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalUnknown;
import org.datxa.spi.Finding;

/**
 * Makes the node of identity at start-up, or says why this graph cannot be the journal's. Whether
 * there is a store in it is looked at in the same transaction: a bridge that binds a store does the
 * same the other way round, so that of two that begin at once one finds the other.
 */
final class DrevoCheck {
  /** The labels by which a graph is known to be a store's. */
  private static final List<String> OF_STORES = List.of("DatBinding", "DatApplied");

  private final DrevoLink link;
  private final Exchange exchange;
  private final Persistence persistence;
  private volatile UUID id;

  DrevoCheck(DrevoLink link, Exchange exchange, Persistence persistence) {
    this.link = link;
    this.exchange = exchange;
    this.persistence = persistence;
  }

  UUID id() {
    if (id == null) {
      throw new IllegalStateException("The journal was not checked yet");
    }
    return id;
  }

  List<Finding> check() {
    try {
      String agent = exchange.agent();
      if (!agent.toLowerCase(Locale.ROOT).contains("drevo")) {
        return List.of(
            finding(
                "the server at " + link.location() + " is no drevo, but " + agent,
                "name a drevo server: others do not fail a commit after another one"));
      }
    } catch (JournalException e) {
      return List.of(unreachable(e));
    }
    return entered();
  }

  private Finding unreachable(JournalException failure) {
    return Failures.NO_DATABASE.equals(Failures.code(failure.getCause()))
        ? finding(failure.getMessage(), "create the database, for the journal alone")
        : finding(failure.getMessage(), "start the server, or correct address and credentials");
  }

  private List<Finding> entered() {
    try {
      return persistence.transaction("the check at start-up", this::entered);
    } catch (JournalUnknown e) {
      return List.of(finding(e.getMessage(), "start again"));
    } catch (JournalException e) {
      return List.of(finding(e.getMessage(), "make the journal's graph writable"));
    }
  }

  private List<Finding> entered(Exchange.Transaction transaction) throws JournalException {
    View view = View.of(transaction, java.util.Set.of());
    List<Finding> findings = new ArrayList<>();
    stores(transaction, findings);
    strangers(transaction, findings);
    identity(transaction, view, findings);
    if (findings.isEmpty()) {
      Identity next =
          view.present()
              .map(Identity::checked)
              .orElseGet(() -> Identity.of(UUID.randomUUID().toString()));
      view.identity(next);
      view.write();
      id = UUID.fromString(next.journalId());
    }
    return findings;
  }

  private void stores(Exchange.Transaction transaction, List<Finding> findings) {
    for (String label : OF_STORES) {
      if (count(transaction, Cypher.count(label)) > 0) {
        findings.add(
            finding(
                "the graph at " + link.location() + " is a store's: it has nodes " + label,
                "give the journal a database of its own; what is prepared in a store stops it"));
      }
    }
  }

  private void strangers(Exchange.Transaction transaction, List<Finding> findings) {
    long found = count(transaction, Cypher.STRANGERS);
    if (found > 0) {
      findings.add(
          finding(
              found + " nodes " + Cypher.LABEL + " have no title of a journal's node",
              "look at them: somebody else uses this label"));
    }
  }

  private void identity(Exchange.Transaction transaction, View view, List<Finding> findings) {
    Optional<Identity> present = view.present();
    if (present.isEmpty() && count(transaction, Cypher.COUNT) > 0) {
      findings.add(
          finding(
              "there are records, and no node " + Cypher.IDENTITY,
              "restore it: without it nobody knows whose journal this is"));
    }
    present
        .filter(it -> it.layout() != Identity.LAYOUT)
        .ifPresent(
            it ->
                findings.add(
                    finding(
                        "the journal has layout " + it.layout() + ", not " + Identity.LAYOUT,
                        "use the version of DatXA that wrote it, or a newer one")));
    present
        .filter(it -> !isUuid(it.journalId()))
        .ifPresent(it -> findings.add(finding("the journal's id is no UUID", "look at its node")));
  }

  private static boolean isUuid(String text) {
    try {
      return UUID.fromString(text).toString().equals(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static long count(Exchange.Transaction transaction, String cypher) {
    return transaction.read(cypher, Map.of()).get(0).get("found").asLong();
  }

  private static Finding finding(String problem, String nextStep) {
    return new Finding("journal", problem, nextStep);
  }
}
