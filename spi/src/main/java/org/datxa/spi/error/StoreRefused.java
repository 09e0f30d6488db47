package org.datxa.spi.error;

import java.util.Objects;
import java.util.OptionalLong;
import org.datxa.spi.ErrorKind;

/** The effect asked for is certainly not there and never will be. Rule E2 of SPEC.md. */
public class StoreRefused extends StoreException {
  private static final long serialVersionUID = 1L;

  /** What the failure means for the caller. */
  private final ErrorKind kind;

  /** What the store said is free; below zero when unknown. */
  private final long freeBytes;

  /**
   * A refusal.
   *
   * @param store the store
   * @param kind what it means for the caller
   * @param message what happened, without secrets
   * @param cause the client's own exception, or null
   */
  public StoreRefused(String store, ErrorKind kind, String message, Throwable cause) {
    this(store, kind, message, cause, OptionalLong.empty());
  }

  /**
   * A refusal for lack of space.
   *
   * @param store the store
   * @param kind what it means for the caller
   * @param message what happened, without secrets
   * @param cause the client's own exception, or null
   * @param freeBytes what the store says is free
   */
  public StoreRefused(
      String store, ErrorKind kind, String message, Throwable cause, OptionalLong freeBytes) {
    super(store, message, cause);
    this.kind = Objects.requireNonNull(kind, "kind");
    this.freeBytes = freeBytes.orElse(-1);
  }

  /**
   * What the refusal means.
   *
   * @return the kind
   */
  public ErrorKind kind() {
    return kind;
  }

  /**
   * What the store said is free.
   *
   * @return bytes, or empty when unknown
   */
  public OptionalLong freeBytes() {
    return freeBytes < 0 ? OptionalLong.empty() : OptionalLong.of(freeBytes);
  }
}
