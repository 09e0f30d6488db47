package org.datxa.journal.internal.drevo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.RecordHead;
import org.datxa.journal.internal.text.RecordText;
import org.neo4j.driver.Record;

/**
 * Some nodes of the graph as a transaction found them, and what is to become of them. A batch has
 * each record once; only a deletion may meet a change.
 */
final class View {
  private final Exchange.Transaction transaction;
  private final Map<String, Record> found = new HashMap<>();
  private final List<Map<String, Object>> created = new ArrayList<>();
  private final Map<String, Object> changed = new HashMap<>();
  private String deletedUpTo = "";
  private Identity before;
  private Identity after;

  private View(Exchange.Transaction transaction) {
    this.transaction = transaction;
  }

  /** Looks at the nodes with these titles, and at the identity. */
  static View of(Exchange.Transaction transaction, Set<String> titles) throws JournalException {
    View view = new View(transaction);
    Set<String> all = new HashSet<>(titles);
    all.add(Cypher.IDENTITY);
    for (Record row : transaction.read(Cypher.LOOK, Map.of("titles", List.copyOf(all)))) {
      view.found.put(row.get("title").asString(), row);
    }
    Record identity = view.found.get(Cypher.IDENTITY);
    if (identity != null) {
      view.before = Identity.read(identity);
      view.after = view.before;
    }
    return view;
  }

  Optional<Identity> present() {
    return Optional.ofNullable(after);
  }

  Identity identity() throws JournalRefused {
    return present()
        .orElseThrow(
            () ->
                new JournalRefused(
                    "The graph has no node "
                        + Cypher.IDENTITY
                        + ": it is no journal, or was emptied. Next: check the journal's address.",
                    null));
  }

  void identity(Identity next) {
    after = next;
  }

  boolean has(UUID datTxn) {
    return found.containsKey(Nodes.title(datTxn));
  }

  boolean isAsRead(RecordHead read) {
    String title = Nodes.title(read.datTxn());
    Record row = found.get(title);
    return row != null
        && !isDeleted(title, row)
        && row.get("state").asObject() instanceof String state
        && state.equals(read.state().name())
        && row.get("progress").asObject() instanceof String progress
        && progress.startsWith(RecordText.versionStart(read));
  }

  private boolean isDeleted(String title, Record row) {
    return title.compareTo(deletedUpTo) <= 0 && row.get("finished").isTrue();
  }

  void create(JournalRecord record) {
    created.add(Nodes.first(record));
  }

  void change(RecordHead next) {
    changed.put(Nodes.title(next.datTxn()), Nodes.change(next));
  }

  /** Deletes finished records now, after what was to become of the nodes so far. */
  long deleteFinished(String last) {
    write();
    Map<String, Object> parameters = Map.of("last", last);
    long count = transaction.read(Cypher.COUNT_FINISHED, parameters).get(0).get("found").asLong();
    if (count > 0) {
      transaction.write(Cypher.DELETE_FINISHED, parameters);
      deletedUpTo = last;
    }
    return count;
  }

  /** Writes what is to become of the nodes. */
  void write() {
    if (!created.isEmpty()) {
      expect(created.size(), transaction.write(Cypher.CREATE, Map.of("rows", created)));
      created.clear();
    }
    if (!changed.isEmpty()) {
      Map<String, Object> parameters =
          Map.of("titles", List.copyOf(changed.keySet()), "rows", changed);
      expect(changed.size(), transaction.write(Cypher.CHANGE, parameters));
      changed.clear();
    }
    writeIdentity();
  }

  private void writeIdentity() {
    if (after == null || after.equals(before)) {
      return;
    }
    if (before == null) {
      transaction.write(Cypher.CREATE_IDENTITY, after.properties());
    } else {
      expect(1, transaction.write(Cypher.CHANGE_IDENTITY, after.properties()));
    }
    before = after;
  }

  // the transaction has seen the nodes before: nothing of the batch may be committed
  private static void expect(int count, List<Record> rows) {
    long done = rows.isEmpty() ? 0 : rows.get(0).get("done").asLong();
    if (done != count) {
      throw new IllegalStateException("the server changed " + done + " nodes in place of " + count);
    }
  }
}
