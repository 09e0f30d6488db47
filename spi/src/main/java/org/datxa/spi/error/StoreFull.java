package org.datxa.spi.error;

import java.util.OptionalLong;
import org.datxa.spi.ErrorKind;

/** A store was full before the decision; everything is rolled back. Free space, then run again. */
public final class StoreFull extends Aborted {
  private static final long serialVersionUID = 1L;

  /** What the store said is free; below zero when unknown. */
  private final long freeBytes;

  /**
   * A full store.
   *
   * @param freeBytes what the store says is free
   * @param what what happened, without secrets
   * @param where what it is about
   * @param cause the store's answer, or null
   */
  public StoreFull(OptionalLong freeBytes, String what, Where where, Throwable cause) {
    super(ErrorKind.STORE_FULL, what, where, cause);
    this.freeBytes = freeBytes.orElse(-1);
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
