package org.datxa.journal.internal.drevo;

import java.util.List;
import java.util.Map;
import org.datxa.journal.JournalException;
import org.datxa.journal.JournalRefused;
import org.datxa.journal.JournalUnknown;
import org.neo4j.driver.Record;
import org.neo4j.driver.async.AsyncTransaction;

/**
 * One read, or one transaction, and what is known when it failed. Before COMMIT was sent nothing is
 * written and never will be; after it only the server's word for a conflict proves the same. J1.
 */
final class Exchange {
  private final DrevoLink link;

  Exchange(DrevoLink link) {
    this.link = link;
  }

  /** Makes a result of rows. */
  @FunctionalInterface
  interface Reader<T> {
    T read(List<Record> rows) throws JournalException;
  }

  /** What is done in a transaction. */
  @FunctionalInterface
  interface Work<T> {
    T in(Transaction transaction) throws JournalException;
  }

  /** An open transaction. */
  static final class Transaction {
    private final Conversation conversation;
    private final AsyncTransaction open;
    private boolean wrote;

    private Transaction(Conversation conversation) {
      this.conversation = conversation;
      this.open = conversation.begin();
    }

    List<Record> read(String cypher, Map<String, Object> parameters) {
      return conversation.run(open, cypher, parameters);
    }

    List<Record> write(String cypher, Map<String, Object> parameters) {
      wrote = true;
      return conversation.run(open, cypher, parameters);
    }
  }

  /** Reads the graph as it is now; nothing that others prepare or commit stops it. */
  <T> T read(String what, String cypher, Map<String, Object> parameters, Reader<T> reader)
      throws JournalException {
    try (Conversation conversation = link.open(what)) {
      return reader.read(conversation.run(cypher, parameters));
    } catch (RuntimeException e) {
      throw new JournalRefused(
          "The journal at "
              + link.location()
              + " could not be read for "
              + what
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /** The server's name for itself. */
  String agent() throws JournalException {
    try (Conversation conversation = link.open("the check at start-up")) {
      return conversation.summary(Cypher.ONE).server().agent();
    } catch (RuntimeException e) {
      throw new JournalRefused(
          "No connection to the journal at " + link.location() + ": " + e.getMessage(), e);
    }
  }

  /** Does some work and commits it, unless it wrote nothing. Never repeated in here. J3. */
  <T> T transaction(String what, Work<T> work) throws JournalException, Outrun {
    try (Conversation conversation = link.open(what)) {
      Transaction transaction = begun(conversation, what);
      T result = done(transaction, what, work);
      if (transaction.wrote) {
        commit(transaction, what);
      }
      return result;
    }
  }

  private static Transaction begun(Conversation conversation, String what) throws JournalRefused {
    try {
      return new Transaction(conversation);
    } catch (RuntimeException e) {
      throw notSent(what, e);
    }
  }

  private static <T> T done(Transaction transaction, String what, Work<T> work)
      throws JournalException, Outrun {
    try {
      return work.in(transaction);
    } catch (RuntimeException e) {
      if (Failures.isOutrun(e)) {
        throw new Outrun(e);
      }
      throw notSent(what, e);
    }
  }

  private static void commit(Transaction transaction, String what) throws JournalException, Outrun {
    try {
      transaction.conversation.commit(transaction.open);
    } catch (RuntimeException e) {
      if (Failures.isOutrun(e)) {
        throw new Outrun(e);
      }
      if (Failures.isCleanRefusal(e)) {
        throw new JournalRefused("The journal refused: " + what + ": " + e.getMessage(), e);
      }
      throw new JournalUnknown(
          "The answer was lost or is not clean: "
              + what
              + ": "
              + e.getMessage()
              + ". Next: settle it by another write.",
          e);
    }
  }

  private static JournalRefused notSent(String what, RuntimeException cause) {
    return new JournalRefused("Not committed: " + what + ": " + cause.getMessage(), cause);
  }
}
