package org.datxa.spi.error;

import java.util.Objects;
import org.datxa.spi.ErrorKind;

/** Rolled back in every store. The work may be run again when the kind is TRANSIENT. */
public class Aborted extends DatXaException {
  private static final long serialVersionUID = 1L;

  /** What the failure means for the caller. */
  private final ErrorKind kind;

  /**
   * An abort.
   *
   * @param kind what it means for the caller
   * @param what what happened, without secrets
   * @param where what it is about
   * @param cause the store's answer, or null
   */
  public Aborted(ErrorKind kind, String what, Where where, Throwable cause) {
    super(what, where, cause);
    this.kind = Objects.requireNonNull(kind, "kind");
  }

  /**
   * What the abort means.
   *
   * @return the kind
   */
  public ErrorKind kind() {
    return kind;
  }
}
