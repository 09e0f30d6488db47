package org.datxa.journal.internal.drevo;

/**
 * The statements. Those of a transaction find their nodes in one walk over the label, since a
 * transaction has no indexes; those that read have them. Titles are the only thing that drevo keeps
 * unique, so they are the keys.
 */
final class Cypher {
  /** The label of all nodes of a journal. */
  static final String LABEL = "DatJournal";

  /** What every title of a journal begins with. */
  static final String PREFIX = LABEL + ":";

  /** The title of the node that holds what is not a record. Bridges look for it too. */
  static final String IDENTITY = PREFIX + "identity";

  static final String ONE = "RETURN 1 AS one";

  static final String SERVER_MILLIS = "RETURN timestamp() AS now";

  private static final String NODES = "MATCH (n:" + LABEL + ") ";
  private static final String HEAD =
      " RETURN n.title AS title, n.state AS state, n.datTxTime AS datTxTime,"
          + " n.updatedMs AS updatedMs, n.xid AS xid, n.progress AS progress,"
          + " n.progressEnd AS progressEnd";
  private static final String WHOLE = HEAD + ", n.branches AS branches, n.createdMs AS createdMs";

  /** Parameter: title. */
  static final String FIND = "MATCH (n:" + LABEL + " {title: $title})" + WHOLE;

  /** Parameter: xid. At most two. */
  static final String FIND_BY_XID = NODES + "WHERE n.xid = $xid" + WHOLE + " LIMIT 2";

  /** X1. */
  static final String LISTED =
      NODES
          + "WHERE n.xid IS NOT NULL AND"
          + " (n.state = 'PREPARED' OR (n.state <> 'ACTIVE' AND n.listedMs > 0))"
          + HEAD
          + " ORDER BY title";

  /** Parameters: states, before, after, limit. */
  static final String SCAN =
      NODES
          + "WHERE n.state IN $states AND n.updatedMs < $before AND n.title > $after"
          + " AND n.finished = false"
          + HEAD
          + " ORDER BY title LIMIT $limit";

  /** Parameters: bound, limit. J4, J9. */
  static final String DELETABLE =
      NODES
          + "WHERE n.finished = true AND n.title < $bound"
          + " RETURN n.title AS title ORDER BY title LIMIT $limit";

  /** Parameter: titles. What a change depends on, never branches. */
  static final String LOOK =
      NODES
          + "WHERE n.title IN $titles RETURN n.title AS title, n.state AS state,"
          + " n.progress AS progress, n.finished AS finished, n.journalId AS journalId,"
          + " n.layout AS layout, n.watermark AS watermark, n.clock AS clock, n.stores AS stores,"
          + " n.checks AS checks";

  /** Parameter: rows. */
  static final String CREATE =
      "UNWIND $rows AS r CREATE (n:"
          + LABEL
          + " {title: r.title, state: r.state, datTxTime: r.datTxTime, branches: r.branches,"
          + " createdMs: r.createdMs, updatedMs: r.updatedMs, xid: r.xid, progress: r.progress,"
          + " progressEnd: r.progressEnd, listedMs: r.listedMs, finished: r.finished})"
          + " RETURN count(*) AS done";

  /** Parameters: titles, and rows by title. */
  static final String CHANGE =
      NODES
          + "WHERE n.title IN $titles WITH n, $rows[n.title] AS r"
          + " SET n.state = r.state, n.updatedMs = r.updatedMs, n.progress = r.progress,"
          + " n.listedMs = r.listedMs, n.finished = r.finished RETURN count(*) AS done";

  /** Parameter: last. */
  static final String COUNT_FINISHED =
      NODES + "WHERE n.finished = true AND n.title <= $last RETURN count(*) AS found";

  /** Parameter: last. */
  static final String DELETE_FINISHED =
      NODES + "WHERE n.finished = true AND n.title <= $last DETACH DELETE n";

  /** Parameters: title and the properties. */
  static final String CREATE_IDENTITY =
      "CREATE (n:"
          + LABEL
          + " {title: $title, journalId: $journalId, layout: $layout, watermark: $watermark,"
          + " clock: $clock, stores: $stores, checks: $checks})";

  /** Parameters: title and the properties that change. */
  static final String CHANGE_IDENTITY =
      "MATCH (n:"
          + LABEL
          + " {title: $title}) SET n.watermark = $watermark, n.clock = $clock,"
          + " n.stores = $stores, n.checks = $checks RETURN count(*) AS done";

  /** How many nodes carry the label without a title of a journal. */
  static final String STRANGERS =
      NODES
          + "WHERE n.title IS NULL OR NOT n.title STARTS WITH '"
          + PREFIX
          + "' RETURN count(*) AS found";

  /** How many nodes of the journal there are. */
  static final String COUNT = NODES + "RETURN count(*) AS found";

  private Cypher() {}

  /** How many nodes have a label. */
  static String count(String label) {
    return "MATCH (n:" + label + ") RETURN count(*) AS found";
  }
}
