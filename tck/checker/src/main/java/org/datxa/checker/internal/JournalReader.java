package org.datxa.checker.internal;

/** Reads all records of a journal. */
public interface JournalReader {
  /**
   * Reads the journal as it is.
   *
   * @return what was seen
   * @throws Exception if it cannot be read
   */
  JournalSeen read() throws Exception;
}
