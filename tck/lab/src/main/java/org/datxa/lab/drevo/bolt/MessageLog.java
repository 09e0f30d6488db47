package org.datxa.lab.drevo.bolt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.datxa.lab.LabMessage;

/** The newest messages received, with what became of them. */
public final class MessageLog {

  private static final int LIMIT = 20_000;
  private static final int LONGEST = 10_000;

  private final Deque<Slot> slots = new ArrayDeque<>();
  private long last;

  private static final class Slot {
    private final long number;
    private final long connection;
    private final String text;
    private String outcome = "running";

    private Slot(long number, long connection, String text) {
      this.number = number;
      this.connection = connection;
      this.text = text;
    }

    private LabMessage message() {
      return new LabMessage(number, connection, text, outcome);
    }
  }

  synchronized Object received(long connection, String text) {
    String kept = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    Slot slot = new Slot(++last, connection, kept);
    slots.addLast(slot);
    if (slots.size() > LIMIT) {
      slots.removeFirst();
    }
    return slot;
  }

  synchronized void ended(Object slot, String outcome) {
    ((Slot) slot).outcome = outcome;
  }

  /**
   * The messages.
   *
   * @return the messages, oldest first
   */
  public synchronized List<LabMessage> messages() {
    return slots.stream().map(Slot::message).toList();
  }

  /** Forgets them. */
  public synchronized void clear() {
    slots.clear();
  }
}
