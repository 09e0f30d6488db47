package org.datxa.bridge.drevo.internal;

import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.neo4j.driver.exceptions.Neo4jException;

/** The server answered with an error, or did not answer. */
final class LinkException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final String OF_THE_SERVER = "Neo.";

  /** The code of the server, or empty when it did not answer. */
  private final String code;

  private LinkException(String code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  static LinkException lost(String message, Throwable cause) {
    return new LinkException("", message, cause);
  }

  /** The client gives codes of its own to what it finds by itself; those are no answers. */
  static LinkException of(Throwable error) {
    String code =
        error instanceof Neo4jException it
            ? Optional.ofNullable(it.code()).filter(c -> c.startsWith(OF_THE_SERVER)).orElse("")
            : "";
    return new LinkException(code, String.valueOf(error.getMessage()), error);
  }

  String code() {
    return code;
  }

  boolean isAnswer() {
    return !code.isEmpty();
  }

  /** Whether a wait for the server was in vain. */
  boolean isSilence() {
    return !isAnswer() && getCause() instanceof TimeoutException;
  }

  /**
   * Whether the connection may just have been dead, as an idle one can be, so that another is worth
   * a try. Not after a silence, of which each would last as long.
   */
  boolean maybeStale() {
    return !isAnswer() && !isSilence();
  }

  /** Whether the server said something, in whatever case. */
  boolean says(String words) {
    return isAnswer() && DrevoErrors.lower(getMessage()).contains(words);
  }

  /** Whether the server said something more than a name that we chose, which may be any word. */
  boolean saysBesides(String name, String words) {
    return isAnswer()
        && DrevoErrors.lower(getMessage()).replace(DrevoErrors.lower(name), "").contains(words);
  }
}
