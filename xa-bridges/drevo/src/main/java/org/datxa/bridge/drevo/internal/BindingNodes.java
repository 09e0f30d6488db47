package org.datxa.bridge.drevo.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.datxa.bridge.drevo.DrevoRecord;
import org.datxa.spi.Finding;

/**
 * Which journal decides for the store of this graph (J6). One node names the store and its journal,
 * the other the one store whose markers are here. Both are found by their titles, by whatever
 * address the graph is reached.
 */
record BindingNodes(String store, Timing timing) {
  static final String LABEL = "DatBinding";
  static final String PLACE_LABEL = "DatPlace";

  private static final String PLACE = PLACE_LABEL + ":" + Markers.LABEL;

  /** Finds the node that holds a journal's identity. */
  static final Statement JOURNAL =
      Statement.of(
          "MATCH (n {title: $title}) RETURN n.title AS it", "title", "DatJournal:identity");

  private static final int ATTEMPTS = 10;
  private static final long PAUSE = 200;

  List<Finding> bind(Link link, UUID journalId) throws LinkException {
    for (int attempt = 1; ; attempt++) {
      Optional<String> journal = read(link, LABEL, title(), "journal_id");
      Optional<String> holder = read(link, PLACE_LABEL, PLACE, "store");
      List<Finding> findings = compare(journal, holder, journalId);
      if (!findings.isEmpty() || (journal.isPresent() && holder.isPresent())) {
        return findings;
      }
      try {
        link.begin();
        // D3: in this transaction, so that a journal that is begun meanwhile makes it fail.
        if (!link.run(JOURNAL).list().isEmpty()) {
          link.rollback();
          return List.of(journalHere(store));
        }
        create(link, journal.isEmpty(), holder.isEmpty(), journalId);
        link.commit();
      } catch (LinkException e) {
        link.rollback();
        if (attempt == ATTEMPTS || !isOvertaken(e) || !pause()) {
          throw e;
        }
      }
    }
  }

  static Finding journalHere(String store) {
    return new Finding(
        store,
        "the graph holds a journal, which could not write while something is prepared",
        "give the store or the journal a database of its own");
  }

  private String title() {
    return LABEL + ":" + store;
  }

  private static Optional<String> read(Link link, String label, String title, String property)
      throws LinkException {
    List<DrevoRecord> rows =
        link.alone(
                Statement.of(
                    "MATCH (n:" + label + " {title: $title}) RETURN n." + property + " AS it",
                    "title",
                    title))
            .list();
    return rows.stream().findFirst().map(row -> String.valueOf(row.value("it")));
  }

  private List<Finding> compare(Optional<String> journal, Optional<String> holder, UUID journalId) {
    List<Finding> findings = new ArrayList<>();
    if (holder.isPresent() && !holder.get().equals(store)) {
      findings.add(
          new Finding(
              store,
              "the graph holds the markers of store '" + holder.get() + "'",
              "give this store a database of its own"));
    }
    if (journal.isPresent() && !journal.get().equals(journalId.toString())) {
      findings.add(
          new Finding(
              store,
              "the name is bound to the journal " + journal.get() + ", not to " + journalId,
              "choose another store name and database for this deployment, or configure that"
                  + " journal; only when nothing of the old one is left, delete the node titled '"
                  + title()
                  + "'"));
    }
    return findings;
  }

  private void create(Link link, boolean binding, boolean place, UUID journalId)
      throws LinkException {
    if (binding) {
      link.run(
          new Statement(
              "CREATE (n:"
                  + LABEL
                  + " {title: $title, store: $store, place: $place, journal_id: $journal})",
              Map.of(
                  "title",
                  title(),
                  "store",
                  store,
                  "place",
                  PLACE,
                  "journal",
                  journalId.toString())));
    }
    if (place) {
      link.run(
          new Statement(
              "CREATE (n:" + PLACE_LABEL + " {title: $title, store: $store})",
              Map.of("title", PLACE, "store", store)));
    }
  }

  private static boolean isOvertaken(LinkException e) {
    return DrevoErrors.isTitleTaken(e) || DrevoErrors.isInTheWay(e);
  }

  private boolean pause() {
    try {
      timing.pause(PAUSE);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
